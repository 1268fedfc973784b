#include "lab/report/csv.h"
#include "base/file.h"

#include <math.h>
#include <stdlib.h>

static void put_text(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"') fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

// Empty where there is nothing.
static void put_number(FILE *file, double x)
{
    fputc(',', file);
    if (isfinite(x)) fprintf(file, "%.10g", x);
}

static void put_cell(FILE *file, const Table *t, const Cell *c)
{
    const double      difference = 100 * (c->saving - c->printed.saving);
    const double      numbers[]  = {c->trials,
                                    c->mean,
                                    c->sd,
                                    c->median,
                                    c->saving,
                                    c->saving_interval.low,
                                    c->saving_interval.high,
                                    c->mann_whitney.p_smaller,
                                    c->mann_whitney.p_two_sided,
                                    c->p_holm,
                                    c->wilcoxon.p_two_sided,
                                    c->glass,
                                    c->cliff,
                                    c->mean_nodes,
                                    c->mean_interior,
                                    c->mean_list,
                                    c->printed.mean,
                                    c->printed.sd,
                                    c->printed.saving,
                                    c->printed.effect,
                                    difference};
    const char *const texts[]    = {t->experiment->name,   t->series->label,       t->game,
                                    start_names[c->start], c->configuration->name, c->player};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (i) fputc(',', file);
        put_text(file, texts[i]);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) put_number(file, numbers[i]);
    fprintf(file, ",%s,%s,%s", rank_method_name(c->mann_whitney.method), verdict_name(c->verdict),
            series_unit(t->series));
    put_number(file, c->mean_turns);
    fputc('\n', file);
}

void csv_print(FILE *file, const Tables *tables)
{
    fputs("experiment,series,game,start,configuration,player,trials,mean,sd,median,saving,saving_low,saving_"
          "high,p_one_"
          "sided,p_two_sided,p_holm,"
          "p_wilcoxon,glass_delta,cliff_delta,nodes,interior,list_length,published_mean,published_sd,"
          "published_saving,"
          "published_effect,difference_points,"
          "p_method,verdict,per,turns\n",
          file);
    for (int i = 0; i < tables->count; i++)
        for (int k = 0; k < tables->list[i].count; k++)
            put_cell(file, &tables->list[i], &tables->list[i].cells[k]);
}

// Infinite where all or nothing was won.
static void put_elo(FILE *file, double elo)
{
    if (isinf(elo)) fputs(elo > 0 ? ",inf" : ",-inf", file);
    else put_number(file, elo);
}

static void put_match(FILE *file, const MatchTable *t, const MatchResultCell *c)
{
    const char *const texts[]   = {t->experiment->name, c->cell->row,    c->cell->column,
                                   c->cell->game,       c->cell->player, c->cell->opponent};
    const double      numbers[] = {2 * c->pairs,
                                   c->won,
                                   c->drawn,
                                   c->lost,
                                   c->capped,
                                   100 * c->share,
                                   100 * c->interval.low,
                                   100 * c->interval.high,
                                   100 * c->share_first,
                                   100 * c->share_second,
                                   c->plies,
                                   c->nodes_player,
                                   c->nodes_opponent,
                                   100 * c->published,
                                   100 * c->published_interval.low,
                                   100 * c->published_interval.high,
                                   100 * (c->share - c->published)};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (i) fputc(',', file);
        put_text(file, texts[i]);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) put_number(file, numbers[i]);
    fprintf(file, ",%s", match_verdict_name(c->verdict));
    put_elo(file, c->elo);
    put_elo(file, c->elo_interval.low);
    put_elo(file, c->elo_interval.high);
    fprintf(file, ",%s\n", c->cell->timed ? "yes" : "no");
}

void csv_print_matches(FILE *file, const Tables *tables)
{
    fputs("experiment,row,column,game,player,opponent,games,won,drawn,lost,capped,points_percent,low,high,"
          "points_percent_"
          "first,points_percent_second,plies,nodes_player,nodes_opponent,published_percent,published_low,"
          "published_high,"
          "difference_points,verdict,elo,elo_low,elo_high,by_the_clock\n",
          file);
    for (int i = 0; i < tables->match_count; i++)
        for (int k = 0; k < tables->matches[i].count; k++)
            put_match(file, &tables->matches[i], &tables->matches[i].cells[k]);
}

static bool tables_write(const char *path, const Tables *tables, void (*print)(FILE *, const Tables *),
                         Status *status)
{
    char       *bytes  = NULL;
    size_t      size   = 0;
    FILE *const memory = open_memstream(&bytes, &size);
    if (memory != NULL) print(memory, tables);
    bool good = (memory != NULL && fclose(memory) == 0) ||
                status_fail_system(status, "out of memory for the CSV file");
    good = good && file_write(path, bytes, size, status);
    free(bytes);
    return good;
}

bool csv_write(const char *path, const Tables *tables, Status *status)
{
    return tables_write(path, tables, csv_print, status);
}

bool csv_write_matches(const char *path, const Tables *tables, Status *status)
{
    return tables_write(path, tables, csv_print_matches, status);
}
