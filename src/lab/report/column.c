#include "lab/report/column.h"
#include "lab/kinds/kind.h"
#include "lab/report/markup.h"

#include <assert.h>
#include <math.h>
#include <string.h>

const void *table_cell(const Table *table, int i)
{
    assert(i >= 0 && i < table->count);
    return (const char *)table->cells + (size_t)i * table->experiment->kind->cell_size;
}

int columns_shown(const ExperimentKind *kind, const Table *table, Outlet outlet,
                  const Column *out[COLUMNS_MAX])
{
    const unsigned met = table == NULL ? ~0u : kind->shown(table);
    int            n   = 0;
    for (const Column *c = kind->columns; c->key != NULL; c++) {
        const unsigned when = outlet == SHOWN_TEXT ? c->when_text : outlet == SHOWN_HTML ? c->when_html : 0;
        if (c->place[outlet] == 0 || (when & ~met) != 0) continue;
        int i = n++;
        assert(n < COLUMNS_MAX);
        for (; i > 0 && out[i - 1]->place[outlet] > c->place[outlet]; i--) out[i] = out[i - 1];
        out[i] = c;
    }
    out[n] = NULL;
    return n;
}

Figure column_value(const Column *c, const Table *table, const void *cell)
{
    if (c->get != NULL) return c->get(table, cell);
    const char *const member = (const char *)cell + c->offset;
    Figure            v      = {.interval = {NAN, NAN}};
    int               n;
    if (c->format == FORMAT_COUNT) memcpy(&n, member, sizeof n), v.number = n;
    else memcpy(&v.number, member, sizeof v.number);
    return v;
}

static const char *verdict_name(const Table *table, const Figure *v)
{
    assert(v->number >= 0 && v->number < table->experiment->kind->verdict_count);
    return table->experiment->kind->verdicts[(int)v->number].name;
}

// Text.

// 1234567 as 1,234,567.
static void count_add(Text *out, double x)
{
    char      digits[32];
    const int n = snprintf(digits, sizeof digits, "%.0f", x);
    for (int i = 0; i < n && digits[i]; i++) {
        if (i > 0 && (n - i) % 3 == 0 && digits[i - 1] != '-') text_char(out, ',');
        text_char(out, digits[i]);
    }
}

static void elo_add(Text *out, double elo)
{
    if (isnan(elo)) text_add(out, "-");
    else if (isinf(elo)) text_add(out, elo > 0 ? "+inf" : "-inf");
    else text_add(out, "%+.0f", elo == 0 ? 0.0 : elo);
}

static void figure_text(const Column *c, double x, Text *out)
{
    if (!isfinite(x) && c->format != FORMAT_ELO) {
        text_add(out, "-");
        return;
    }
    switch (c->format) {
    case FORMAT_COUNT: text_add(out, "%.0f", x); break;
    case FORMAT_MEAN: count_add(out, x); break;
    case FORMAT_CHANCE: text_add(out, x < 0.0001 ? "%.0e" : "%.4f", x); break;
    case FORMAT_SHARE:
    case FORMAT_PERCENT: text_add(out, "%.1f%%", 100 * x); break;
    case FORMAT_POINTS: text_add(out, "%.1f", 100 * x); break;
    case FORMAT_ELO: elo_add(out, x); break;
    default: text_add(out, "%.*f", c->decimals, x);
    }
}

void column_text(const Column *c, const Table *table, const void *cell, Text *out)
{
    const Figure v = column_value(c, table, cell);
    switch (c->format) {
    case FORMAT_TEXT:
    case FORMAT_WORD: text_add(out, "%s", v.text); break;
    case FORMAT_YES: text_add(out, v.number != 0 ? "yes" : "no"); break;
    case FORMAT_VERDICT: text_add(out, "%s", verdict_name(table, &v)); break;
    case FORMAT_INTERVAL:
        if (isfinite(v.interval.low))
            text_add(out, "%.1f%% to %.1f%%", 100 * v.interval.low, 100 * v.interval.high);
        else text_add(out, "%s", c->dash);
        break;
    case FORMAT_ELO_INTERVAL:
        elo_add(out, v.interval.low);
        if (isnan(v.interval.low)) break;
        text_add(out, " to ");
        elo_add(out, v.interval.high);
        break;
    default: figure_text(c, v.number, out);
    }
}

// JSON and CSV.

static double figure_for_programs(const Column *c, double x)
{
    return c->format == FORMAT_PERCENT || c->format == FORMAT_POINTS ? 100 * x : x;
}

json_t *column_json(const Column *c, const Table *table, const void *cell)
{
    if (c->format == FORMAT_JSON) return c->json(cell);
    const Figure v = column_value(c, table, cell);
    const double x = figure_for_programs(c, v.number);
    switch (c->format) {
    case FORMAT_TEXT:
    case FORMAT_WORD: return json_string(v.text);
    case FORMAT_YES: return json_boolean(x != 0);
    case FORMAT_COUNT: return isfinite(x) ? json_integer((json_int_t)x) : json_null();
    case FORMAT_VERDICT: return json_string(verdict_name(table, &v));
    case FORMAT_ELO:   // JSON has no infinities
        if (isinf(x)) return json_string(x > 0 ? "inf" : "-inf");
        break;
    default: break;
    }
    return isfinite(x) ? json_real(x) : json_null();
}

void csv_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

void column_csv(const Column *c, const Table *table, const void *cell, FILE *out)
{
    const Figure v = column_value(c, table, cell);
    const double x = figure_for_programs(c, v.number);
    switch (c->format) {
    case FORMAT_TEXT: csv_quoted(out, v.text); break;
    case FORMAT_WORD: fputs(v.text, out); break;
    case FORMAT_YES: fputs(x != 0 ? "yes" : "no", out); break;
    case FORMAT_VERDICT: fputs(verdict_name(table, &v), out); break;
    default:
        if (isfinite(x)) fprintf(out, "%.10g", x);
        else if (isinf(x) && c->format == FORMAT_ELO) fputs(x > 0 ? "inf" : "-inf", out);
    }
}

// HTML.

// "+35", "\u2212\u221e"; a dash for NaN.
static void elo_html(Text *out, double elo)
{
    if (isnan(elo) || elo == 0) markup_number(out, elo, 0);
    else if (isinf(elo)) text_add(out, elo > 0 ? "+\u221e" : "\u2212\u221e");
    else {
        if (elo >= 0.5) text_char(out, '+');
        markup_number(out, elo, 0);
    }
}

static void end_html(const Column *c, Text *out, double x)
{
    if (c->format == FORMAT_ELO) elo_html(out, x);
    else markup_number(out, 100 * x, c->decimals);
}

static void interval_html(const Column *c, const Figure *v, Text *out)
{
    if (isnan(v->number) || isnan(v->interval.low)) return;
    text_add(out, " <small>[");
    end_html(c, out, v->interval.low);
    text_add(out, ", ");
    end_html(c, out, v->interval.high);
    text_add(out, "]</small>");
}

static void figure_html(const Column *c, const Figure *v, Text *out)
{
    const double x = v->number;
    switch (c->format) {
    case FORMAT_COUNT: markup_number(out, x, 0); break;
    case FORMAT_MEAN: markup_number(out, x, fabs(x) < 100 ? 1 : 0); break;
    case FORMAT_CHANCE: markup_chance(out, x); break;
    case FORMAT_POINTS: markup_number(out, 100 * x, 1); break;
    case FORMAT_ELO: elo_html(out, x); break;
    case FORMAT_SHARE:
    case FORMAT_PERCENT:
        markup_number(out, 100 * x, c->decimals);
        if (isfinite(x)) text_add(out, " %%");
        break;
    default: markup_number(out, x, c->decimals);
    }
}

static void verdict_html(const Table *table, const Figure *v, FILE *out)
{
    const VerdictName *const name = &table->experiment->kind->verdicts[(int)v->number];
    if (v->number == 0) fputs("<td class=\"verdict\">\u2013</td>", out);
    else
        fprintf(out, "<td class=\"verdict\"><span class=\"%s\"><b aria-hidden=\"true\">%s</b> %s</span></td>",
                name->css, name->sign, name->name);
}

void column_html(const Column *c, const Table *table, const void *cell, FILE *out)
{
    const Figure v = column_value(c, table, cell);
    char         buffer[TEXT_MAX];
    Text         text = text_on(buffer, sizeof buffer);
    switch (c->format) {
    case FORMAT_TEXT:
    case FORMAT_WORD:
        fputs("<td class=\"word\">", out);
        markup_html(out, v.text);
        fputs("</td>", out);
        break;
    case FORMAT_VERDICT: verdict_html(table, &v, out); break;
    case FORMAT_CHANCE:   // "<0.0001"
        figure_html(c, &v, &text);
        fputs("<td>", out);
        markup_html(out, buffer);
        fputs("</td>", out);
        break;
    default:
        figure_html(c, &v, &text);
        interval_html(c, &v, &text);
        fprintf(out, "<td>%s</td>", buffer);
    }
}
