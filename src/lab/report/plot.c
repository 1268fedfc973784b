#include "lab/report/gnuplot.h"
#include "base/file.h"
#include "lab/report/plot_writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// The look.

const char *plot_colour(int i)
{
    assert(i >= 0);
    static const char *const colours[COLOURS] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                 "#E69F00", "#56B4E9", "#000000", "#8A6D00"};
    return colours[i % COLOURS];
}

int plot_sign(int i)
{
    assert(i >= 0);
    static const int signs[] = {7, 5, 9, 13, 11, 15, 6, 4};
    return signs[(i + i / COLOURS) % (int)(sizeof signs / sizeof *signs)];
}

void plot_panel(FILE *out, double left, double right, double bottom, double top, const char *heading)
{
    assert(left < right && bottom < top);
    fprintf(out,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\nset bmargin at screen %.5f\nset tmargin "
            "at screen "
            "%.5f\n",
            left, right, bottom, top);
    fprintf(out, "set label 2 '%s' at screen %.5f, screen %.5f offset 0,0.75 left textcolor rgb '#52606d'\n",
            heading, left, top);
}

static void look(FILE *out, const char *id, const char *title, int width, int height)
{
    fprintf(out,
            "set encoding utf8\nset terminal svg size %d,%d fixed noenhanced font 'sans-serif,14' background "
            "'#ffffff' "
            "name '%s'\n",
            width, height, id);
    fputs("set border 3 lc rgb '#9aa5b1'\n"
          "set tics nomirror out scale 0.5 textcolor rgb '#374151'\n"
          "set grid xtics ytics lc rgb '#e4e7eb' lw 1 lt 1\n"
          "set style fill solid 1 noborder\n"
          "unset key\n"
          "set label 1 ",
          out);
    markup_gnuplot(out, title, 84);
    fprintf(out, " at screen %.5f, screen %.5f left font 'sans-serif,18' textcolor rgb '#1f2933'\n",
            16.0 / width, 1 - 24.0 / height);
    fputs("set multiplot\n", out);
}

// Pictures.

static bool name_taken(const PlotList *made, const char *file)
{
    for (int i = 0; i < made->count; i++)
        if (strcmp(made->list[i].file, file) == 0) return true;
    return false;
}

static void file_name(const PlotList *made, const char *name, char *out, size_t room)
{
    assert(room > 0);
    char slug[EXPERIMENT_NAME_MAX + 16];
    markup_slug(name, slug, sizeof slug);
    snprintf(out, room, "%s.svg", slug);
    for (int i = 2; name_taken(made, out); i++) snprintf(out, room, "%s-%d.svg", slug, i);
}

bool plot_writer_begin(PlotWriter *writer, const char *name, const char *title, int width, int height)
{
    assert(writer->script == NULL && width > 0 && height > 0);
    char        id[16];
    Plot *const plot = &writer->made->list[writer->made->count];
    if (!writer->good || writer->idle) return false;
    if (writer->made->count == PLOTS_MAX) {
        writer->idle = true;
        return status_fail(&writer->made->note, "more than %d pictures: the others are left out", PLOTS_MAX);
    }
    memset(plot, 0, sizeof *plot);
    file_name(writer->made, name, plot->file, sizeof plot->file);
    snprintf(plot->title, sizeof plot->title, "%s", title);
    snprintf(id, sizeof id, "p%d", writer->made->count + 1);
    writer->script = open_memstream(&writer->text, &writer->size);
    if (writer->script == NULL)
        return writer->good = status_fail_system(writer->status, "out of memory for a picture");
    look(writer->script, id, title, width, height);
    return true;
}

// Copies gnuplot's SVG with ids that no other picture has ("p3-gpDot"), with the title in the place of
// gnuplot's, and without gnuplot's titles of its curves. All of that stands in tags, where no text of the
// user's comes.
static void svg_copy(FILE *out, const char *svg, const Plot *plot, int number)
{
    bool in_tag = false;
    for (const char *at = svg; *at;) {
        const size_t quoted   = strncmp(at, "id='", 4) == 0 || strncmp(at, "id=\"", 4) == 0 ? 4 : 0,
                     linked   = strncmp(at, "'#", 2) == 0 ? 2 : 0;
        const char *const end = strncmp(at, "<title>", 7) == 0 ? strstr(at, "</title>") : NULL;
        if (end != NULL) {
            if (memchr(at, '_', (size_t)(end - at)) == NULL) {
                fputs("<title>", out);
                markup_html(out, plot->title);
                fputs("</title>", out);
            }
            at = end + strlen("</title>");
            continue;
        }
        if (in_tag && quoted + linked > 0) {
            fprintf(out, "%.*sp%d-", (int)(quoted + linked), at, number);
            at += quoted + linked;
            continue;
        }
        if (*at == '<' || *at == '>') in_tag = *at == '<';
        fputc(*at++, out);
    }
}

static bool plot_keep(PlotWriter *writer, Plot *plot, const char *svg)
{
    const char *const start = strstr(svg, "<svg");
    FILE *const       out   = open_memstream(&plot->svg, &plot->size);
    if (out == NULL) return status_fail_system(writer->status, "out of memory for a picture");
    svg_copy(out, start == NULL ? svg : start, plot, writer->made->count + 1);
    if (fclose(out) != 0)
        return free(plot->svg), status_fail_system(writer->status, "out of memory for a picture");
    writer->made->count++;
    return true;
}

static bool plot_save(PlotWriter *writer, const Plot *plot)
{
    static const char prolog[] = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
    char             *text;
    const int         n = asprintf(&text, "%s%s", prolog, plot->svg);
    if (n < 0) return status_fail_system(writer->status, "out of memory for a picture");
    const bool good = file_write_in(writer->dir, plot->file, text, (size_t)n, writer->status);
    free(text);
    return good;
}

void plot_writer_end(PlotWriter *writer, const char *caption)
{
    assert(writer->script != NULL);
    Plot *const plot = &writer->made->list[writer->made->count];
    size_t      size;
    fputs("unset multiplot\n", writer->script);
    snprintf(plot->caption, sizeof plot->caption, "%s", caption);
    if (fclose(writer->script) != 0) {
        writer->good = status_fail_system(writer->status, "out of memory for a picture");
    } else {
        char *const svg = gnuplot_run(writer->text, writer->size, &size, &writer->made->note);
        if (svg == NULL) writer->idle = true;
        else writer->good = plot_keep(writer, plot, svg) && plot_save(writer, plot);
        free(svg);
    }
    free(writer->text);
    writer->text = NULL;
}

bool plots_write(const Tables *tables, const char *dir, PlotList *made, Status *status)
{
    PlotWriter writer  = {.dir = dir, .made = made, .status = status, .good = true};
    made->count        = 0;
    made->note.text[0] = 0;
    for (int i = 0; lab_kinds[i] != NULL; i++) {
        const Tables of_kind = tables_of_kind(tables, lab_kinds[i]);
        for (PlotKind *const *plot = lab_kinds[i]->plots; of_kind.count > 0 && *plot != NULL; plot++)
            (*plot)(&of_kind, &writer);
    }
    return writer.good;
}

void plots_close(PlotList *made)
{
    for (int i = 0; i < made->count; i++) free(made->list[i].svg);
    made->count = 0;
}
