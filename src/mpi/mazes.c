#include "games/thief_police/pdb.h"
#include "mpi/jobs.h"

void mazes_job(RankJob *job, const CatalogDb *db)
{
    const PursuitDb *const d = db->data;
    job->slices              = (SliceDomain){.data          = d,
                                             .entries       = d->entries,
                                             .slices        = d->slices,
                                             .slice_entries = d->slice_entries,
                                             .scratch       = d->scratch,
                                             .make          = pursuit_slice};
}
