// jsonl_perft.c - `perft`: leaves counted in the thread of the thinker, where it can be stopped.
#include "game/perft.h"
#include "protocols/jsonl/jsonl_inner.h"

static json_t *count(Jsonl *j, int depth)
{
    Status             status;
    PerftResult        result;
    const PerftOptions options = {.depth = depth, .threads = 1, .stop = &j->t.stop};
    if (!perft_run(&j->v, &j->t.record.now, &options, &result, &status))
        return json_pack("{s:b, s:s}", "ok", 0, "error", status.text);
    json_t *const answer = jsonl_ok();
    json_object_set_new(answer, "game", json_string(j->game));
    json_object_set_new(answer, "depth", json_integer(depth));
    json_object_set_new(answer, "leaves", json_integer((json_int_t)result.leaves));
    json_object_set_new(answer, "nodes", json_integer((json_int_t)result.nodes));
    json_object_set_new(answer, "seconds", json_real(result.seconds));
    return answer;
}

static void work(void *context)
{
    Jsonl *const j  = context;
    j->think.answer = count(j, j->think.depth);
}

bool jsonl_perft(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    int depth = -1;
    if (!jsonl_int(request, "depth", 0, PERFT_DEPTH_MAX, &depth, status)) return false;
    if (depth < 0) return status_fail(status, "perft: expected 'depth'");
    j->think.id    = json_deep_copy(id);
    j->think.depth = depth;
    thinker_start(&j->t, &(ThinkAsk){.work = work});
    return true;
}
