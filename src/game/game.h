// game.h - the game contract: what a game gives, and what the rest of the program sees of it. Read it first.
//
// A game is ONE translation unit, games/<name>.c or games/<name>/rules.c. It defines two types and a fixed
// set of static functions with the plain names below, then ends with
//
//     #define GAME      othello            // the identifier: the table becomes `game_othello`
//     #define GAME_NAME "othello"          // the name in specs
//     #define GAME_TITLE "Othello"         // for people
//     #include "game/game_export.h"        // compiles the searches, fills `const Game game_othello`
//
// so that hot rules are inlined wherever they are used a billion times, while everything that happens once
// per position shown, parsed or counted goes through the constant table `Game`. A line in games.def registers
// the game. docs/ADD_A_GAME.md is the recipe.
//
// Types
//     Rules    what the options settle: tables, board geometry, weights, hash keys. Filled once by
//              rules_open, constant afterwards. May be empty (`typedef struct {} Rules;`). No pointers into
//              itself: it may be copied.
//     State    one position, plain bytes without padding between equal positions (memcmp decides equality),
//              at most STATE_MAX.
//
// Constants and tables
//     enum { MOVES_MAX }      REQUIRED  no position has more moves
//     const Option options[]  REQUIRED  ended by {0}; their values reach rules_open in table order
//     macro GAME_MOVE_HELP    OPTIONAL  how a person types a move, in a line
//     macro GAME_TWO_PLAYERS  OPTIONAL  always for two, whatever the options say: its searches need not ask
//     macro GAME_ENGINE       OPTIONAL  the best players, {"simultaneous=yes", "alphabeta:eval=pdb2"},
//                                       {NULL, "..."}: the first that suits the options and whose databases
//                                       are built is `engine`. Fallback: play/player_engine.c
//     macro GAME_INSTANCES(X) OPTIONAL  sets of search features to compile for this game alone
//                                       (search/instances.h)
//     const GamePreset presets[]  OPTIONAL, GAME_HAS_PRESETS  named search settings, ended by {0}: what
//                                       preset=NAME stands for. Fallback: none
//     macro GAME_PERFT_ENDS   OPTIONAL  0: a game that ends before the depth of a perft is not counted, as is
//                                       usual in chess. Fallback: 1, a leaf
//     macro GAME_DATABASES    OPTIONAL  the CatalogFamily of its databases (retro/catalog.h), a constant in
//                                       games/<game>/databases.c
//
// Hot rules (REQUIRED)
//     int generate(const Rules *, const State *, Move out[MOVES_MAX])
//         All legal moves, in a fixed order; 0 <=> the game is over.
//     void play(const Rules *, State *child, const State *, Move)
//         Copy-make: the child never aliases the parent.
//     int turn(const Rules *, const State *)
//         The player to move, from 0.
//     uint64_t hash(const Rules *, const State *)
//         Differs by turn; stored in the state or computed, whichever is faster. Positions of equal hash are
//         the same to a referee who counts repetitions, and to the tables of a search: what only tells how a
//         position came about (a clock) is left out of it.
//     uint32_t move_id(const Rules *, const State *, Move)
//         What ordering heuristics call the same move; < facts.move_ids.
//     Value evaluate(const Rules *, const State *, int p)
//         Heuristic value for player p; for two players evaluate(0) == -evaluate(1).
//     void payoff(const Rules *, const State *, Value out[PLAYERS_MAX])
//         The result of a finished game, summing to 0; for one that is not over, what the referee awards when
//         it must stop it. Use payoff_share.
//     void pass_to(const Rules *, State *child, const State *, int p)
//         The same position with player p to move, nothing else changed; never asked of a finished game. The
//         result need not pass validate. A player who is out of the game then has no moves, although the game
//         is not over; otherwise rules as usual.
//
// Hot rules (OPTIONAL: define the macro to offer one)
//     GAME_HAS_COUNT    int count(const Rules *, const State *)
//         What generate would return. Fallback: generate.
//     GAME_HAS_REHASH   uint64_t rehash(const Rules *, const State *)
//         The hash from scratch, to check an incremental one. Fallback: hash.
//     GAME_HAS_OVER     bool over(const Rules *, const State *)
//         Is the game over? Asked at every leaf. Fallback: count is 0.
//     GAME_HAS_LEAF     bool leaf(const Rules *, const State *, Move, Value *)
//         What evaluate gives the player to move after his move, without making it; false where the game ends
//         by it or the position must be made to tell. Not asked of more than two players; not beside
//         GAME_HAS_KNOWN. Fallback: play, over, evaluate.
//     GAME_HAS_HASH_AFTER  uint64_t hash_after(const Rules *, const State *, Move)
//         The hash after a move that is not made; any where the game ends by it. For games in which play
//         takes longer than generate's share of a node: a line of the table is fetched by it. Fallback: play,
//         hash.
//     GAME_HAS_PARTS    typedef struct { ... } Parts;
//                       void parts_open(const Rules *, const State *, Parts *)
//                       int  parts_next(const Rules *, Parts *, Move out[])
//         The moves of generate in the same order, part by part: parts_next writes the next part (room: what
//         is left of MOVES_MAX) and gives its length; 0: no more. Fallback: generate.
//     GAME_HAS_KIND     int move_kind(const Rules *, const State *, Move)
//         Class of a move, 0 the most promising, < GAME_KINDS, which the game defines with GAME_KINDS_NOISY,
//         the bit set of classes that quiescence follows. GAME_KINDS_IN_ORDER: generate writes the moves
//         class by class, so that nothing need be sorted where the classes alone decide. Fallback: one quiet
//         class.
//     GAME_HAS_NOISY    int generate_noisy(const Rules *, const State *, Move out[MOVES_MAX])
//         The moves of generate in the classes GAME_KINDS_NOISY, in the same order. Fallback: generate, the
//         others left out.
//     GAME_HAS_DRAWN    bool drawn(const Rules *, const State *)
//         The referee ends the game here as a draw although there are moves (fifty moves, too few pieces).
//         Not asked of a position without moves. Fallback: never.
//     GAME_HAS_REVERSIBLE  int reversible(const Rules *, const State *)
//         How many plies back a position equal to this one can lie, at most: plies since the last move that
//         cannot be taken back. Fallback: any number.
//     GAME_HAS_CLOCK    int clock_left(const Rules *, const State *)
//         Plies without progress after which a count that the hash leaves out, that of `reversible`, may
//         matter, to `drawn` or to `known`, at least; may be below 0. The tables of a search keep positions
//         apart by that count where it does. Fallback: there is no such count.
//     GAME_HAS_KNOWN    bool known(const Rules *, const State *, int *result, int *plies)
//         Databases of the evaluation in use know the end: 1 won, 0 drawn, -1 lost for the side to move, so
//         many plies away by best play, before a count of the referee's could end it. Holds for finished
//         games too. For two players. A search values the position so and looks no further; at its root it
//         plays what keeps the result. Fallback: never.
//     GAME_HAS_CHECK    bool in_check(const Rules *, const State *)
//         The side to move is under a threat that it must answer now. Fallback: no.
//     GAME_HAS_NULL_ALLOWED  bool null_allowed(const Rules *, const State *)
//         Passing is no advantage here, so that a search may try it (null=). Fallback: yes.
//
// Cold part (REQUIRED)
//     bool rules_open(Rules *, const int values[], Facts *, Status *)
//         Fills Rules and Facts (below); both come zeroed; fails on options that do not fit together.
//     void setup(const Rules *, State *)
//         The starting position; *State comes zeroed.
//     void position_format(const Rules *, const State *, Text *)
//         One line, canonical.
//     bool position_parse(const Rules *, State *, const char *, Status *)
//         Reads any text, hostile ones too; *State comes zeroed.
//     bool validate(const Rules *, const State *, Status *)
//         Is what position_parse built legal? Called right after it.
//     void move_format(const Rules *, const State *, Move, Text *)
//         Conventional notation; different moves, different texts.
//     CellPlace cell_place(const Rules *, int i)
//         Where cell i of facts.cells is drawn.
//     CellView cell_view(const Rules *, const State *, int i)
//         What stands on it.
//
// Cold part (OPTIONAL)
//     GAME_HAS_MOVE_PARSE   bool move_parse(const Rules *, const State *, const char *, Move *, Status *)
//         Reads other spellings of legal moves; tried when no legal move is written exactly so. Fallback:
//         none.
//     GAME_HAS_MOVE_CODE    void move_code(const Rules *, const State *, Move, Text *)
//         The notation in which programs exchange moves (UCI in chess); move_parse reads it too. Fallback:
//         move_format.
//     GAME_HAS_CELL_MOVED   bool cell_moved(const Rules *, const State *before, const State *after, int i)
//         What stands on cell i came there by the move between the two, though the cell may look as before.
//         Fallback: no.
//     GAME_HAS_NOTES        void notes(const Rules *, const State *, Notes *)
//         What the board does not show (reserves, captures), in pairs of a name and a value: notes_add.
//         Fallback: nothing.
//     GAME_HAS_SCORE        int score(const Rules *, const State *, int p)
//         What player p has of that which decides a finished game (discs); said with the result, the most
//         first. Fallback: nothing.
//     GAME_HAS_MOVE_CELLS   void move_cells(const Rules *, const State *, Move, MoveCells *)
//         What a person touches to make the move: cells in order, and a button after them where cells alone
//         do not tell moves apart (a promotion). *MoveCells comes empty; left empty, the move is a button
//         with its text as the name (pass). No two moves of a position are touched alike, no cell is touched
//         twice in a row. So an interface keeps the moves that begin as was touched: the only one left is
//         played when it is complete; one that is complete while another goes on is played by touching its
//         last cell again. Fallback: the cells whose names stand in the move's text, in that order. Ask by
//         variant_move_cells.
//     GAME_HAS_ACTION       uint32_t action_id(const Rules *, const State *, Move)
//         The move as a number for learners, < facts.actions: no two moves of a position share it. (move_id
//         may be shared: what orders moves need not tell routes or promotions apart.) Back again by the list
//         of legal moves, variant_action_parse. Fallback: move_id, and facts.move_ids for the size.
//
// Evaluations (OPTIONAL, GAME_HAS_EVALS): ways a player may value positions, chosen in his spec:
// eval=pdb6+4,weights=8/10. An evaluation is a sum of features times weights (tuning relies on it). States
// may keep parts of it: a state of other rules must be converted (state_convert).
//     const EvalInfo evals[]
//         At most EVALS_MAX, ended by {0}; the first is that of players who name none.
//     void eval_use(Rules *, int which, const uint8_t *const tables[], const int weights[])
//         `evaluate` is this one from now on; tables as eval_tables names them. rules_open calls it for the
//         first.
//     GAME_HAS_EVAL_TABLES  int eval_tables(const Rules *, int which, EvalTable out[EVAL_TABLES_MAX],
//                                           Status *)
//         The databases it looks up; -1, saying why, when this board has none. Fallback: none.
//     GAME_HAS_EVAL_NAMED   bool eval_named(const Rules *, const char *name, int *which, EvalInfo *info)
//         Evaluations beyond the list, *which >= EVALS_MAX, and those of the list whose weights depend on the
//         board. Fallback: the list.
//     GAME_HAS_EVAL_NEXT    bool eval_next(const Rules *, const State *, int *which, EvalCandidate *)
//         Those to choose from by `tune abstraction` for games that start at this position: the next after
//         *which (-1 to begin). The first needs no tables. None: positions like this one are not valued by
//         weights, or the game has too many. Fallback: none.
//
// Solver part (OPTIONAL): helps `pollard db build solve:GAME` (retro/solved) to solve a game of two whole.
// All of it has a fallback over generate and play, so that a game needs none of it; `pollard check` proves
// what is promised here.
//     GAME_HAS_RANK         uint64_t positions(const Rules *)
//                           uint64_t rank(const Rules *, const State *)
//                           bool     unrank(const Rules *, State *, uint64_t number)
//         A number below positions for every position that can be reached, RANK_NONE for others that have
//         none; back again, *State coming zeroed, false when no position has the number. 0 positions: not
//         under these options. Fallback: positions are found from the start, move by move, and held in
//         memory.
//     GAME_HAS_PREDECESSORS int predecessors(const Rules *, const State *, State out[], int room)
//         The ranked positions from which some move leads here, each once; with a rank only. More than `room`
//         (PREDECESSORS_MAX) never. Fallback: moves are remembered in the other direction.
//     GAME_HAS_SYMMETRY     int  symmetries(const Rules *)
//                           void symmetry(const Rules *, State *image, const State *, int k)
//         How many images a position has with itself; image k, from 1. The same player is to move, and what
//         moves lead to are the images of each other, so that both have the same value. Fallback: none.
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include "base/spec.h"
#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Packed by the game, unique within a position; what it does can be read off without a list of moves.
typedef uint32_t Move;
typedef int32_t  Value;

#define MOVE_NONE ((Move)0xffffffff)   // never legal
#define MOVE_PASS ((Move)0xfffffffe)   // the one move of a player who must pass, in every game that passes

#define RANK_NONE UINT64_MAX   // of a position without a number

#define ACTIONS_MAX (UINT32_C(1) << 31)

enum {
    PLAYERS_MAX      = 6,
    STATE_MAX        = 256,    // bytes; copying that much per node costs nothing that could be measured
    GAME_MOVES_MAX   = 2048,   // MOVES_MAX of every game is at most this
    PAYOFF_UNIT      = 60,     // what a loser pays; divisible by every number of winners
    PREDECESSORS_MAX = 2048,
    GAME_CELLS_MAX   = 3600,   // facts.cells of every game is at most this
    CELL_NAME_MAX    = 8,
    CELL_STACK_MAX   = 5,
};

// What a search or referee must know about a game beforehand, as settled by the options.
enum {
    TRAIT_PASS         = 1 << 0,   // a player can be forced to pass
    TRAIT_REPEATS      = 1 << 1,   // positions can come again: only a cap on plies ends every game
    TRAIT_ELIMINATION  = 1 << 2,   // players can drop out before the end
    TRAIT_SAME_SIDE    = 1 << 3,   // the same player may have several plies in a row
    TRAIT_SIMULTANEOUS = 1 << 4,   // those plies are one joint move, carried out at the last of them
    TRAIT_STALEMATE    = 1 << 5,   // a player without a move need not have lost
};

typedef struct Facts {
    int      players;    // REQUIRED  2 ... PLAYERS_MAX
    uint32_t move_ids;   // REQUIRED  move_id < move_ids; sizes the ordering tables
    uint32_t actions;    // OPTIONAL  action_id < actions, at most ACTIONS_MAX; 0 becomes move_ids
    // REQUIRED  the referee ends a game after this many plies; without TRAIT_REPEATS no game is longer
    int      plies_max;
    unsigned traits;   // REQUIRED  TRAIT_*, all that hold
    // OPTIONAL  with TRAIT_REPEATS: the game is a draw when a position has come this many times; the default
    // of the option `repetitions`, which every such game has (variant.h). 0: it goes on
    int repetitions;
    // OPTIONAL  last words of a position's text that only count plies or moves: the hash leaves them out
    int         counters;
    int         cells;                // REQUIRED  cells to draw
    const char *symbols;              // REQUIRED  a character per player for text boards: "XO"
    const char *names[PLAYERS_MAX];   // OPTIONAL  for people: "black"; NULL is "player N"
    // REQUIRED  a letter per player for pictures: k black, w white, r red, g green, b blue, y yellow, v
    // violet, o orange
    const char *colors;
} Facts;

// Drawing: one renderer serves terminal, SVG, JSON and the browser. Coordinates count half cells to the right
// and rows down. Squares touch; holes are round and lie on a hexagonal grid.
typedef enum { CELL_SQUARE, CELL_HOLE } CellShape;
enum {
    TONE_PLAIN,
    TONE_DARK,
    TONE_LIGHT,
    TONE_NONE,                             // TONE_NONE: no cell is drawn
    TONE_HOME,                             // TONE_HOME + p: tinted as the home of player p
    TONE_FELT = TONE_HOME + PLAYERS_MAX,   // green, for Othello
};
typedef struct CellPlace {
    int       x, y;   // a cell is two half cells wide; hexagonal rows are one half cell apart
    CellShape shape;
    uint8_t   tone;                  // background: a TONE_*
    char      name[CELL_NAME_MAX];   // its coordinate; "" when it has none
} CellPlace;

typedef enum { CELL_MARK_NONE, CELL_MARK_WALL, CELL_MARK_EXIT, CELL_MARK_CHOSEN } CellMark;
// Kinds of pieces: plain ones and kings as in checkers, territory (fills the cell), those of chess.
enum {
    CELL_PLAIN,
    CELL_CROWNED,
    CELL_TERRITORY,
    CELL_PAWN,
    CELL_KNIGHT,
    CELL_BISHOP,
    CELL_ROOK,
    CELL_QUEEN,
    CELL_KING,
};
typedef struct CellView {
    int8_t   owner;                   // the player whose piece (or pile) stands here, -1 for nobody
    uint8_t  kind;                    // a CELL_*
    uint8_t  height;                  // pieces in the pile; 1 for a plain piece, 0 when empty
    uint8_t  stack[CELL_STACK_MAX];   // their owners from the bottom, where height > 1
    CellMark mark;
} CellView;

// How a person makes a move on the board: cells in order, then the button unless it is "".
enum { MOVE_CELLS_MAX = 12, MOVE_BUTTON_MAX = 16 };
typedef struct MoveCells {
    int  count;
    int  cells[MOVE_CELLS_MAX];   // 0 beyond count
    char button[MOVE_BUTTON_MAX];
} MoveCells;

// What the board does not show. Notes of the same name follow each other, those of players in their order.
enum { NOTES_MAX = 16, NOTE_NAME_MAX = 24, NOTE_VALUE_MAX = 104 };
typedef struct Note {
    int  player;   // whose it is; -1: nobody's
    char name[NOTE_NAME_MAX], value[NOTE_VALUE_MAX];
} Note;
typedef struct Notes {
    int  count;
    bool cut;   // something did not fit
    Note notes[NOTES_MAX];
} Notes;

// Adds a pair; printable ASCII.
void notes_add(Notes *notes, const char *name, int player, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// An evaluation that a player may choose; the databases it needs are opened by play/ and handed to the rules
// as plain bytes.
enum { EVALS_MAX = 16, EVAL_TABLES_MAX = 48, EVAL_WEIGHTS_MAX = 16 };

typedef struct EvalInfo {
    const char *name;   // NULL ends the list
    const char *help;   // one line
    int         weights, fallback[EVAL_WEIGHTS_MAX];
    int         min, max;   // of a weight
    const char *weight_names[EVAL_WEIGHTS_MAX];
} EvalInfo;

typedef struct EvalTable {
    char     name[SPEC_WORD_MAX];   // of the database, as `pollard db list` has it
    uint64_t entries;               // that the file must have
} EvalTable;

// One of the evaluations of a game that differ in what they look up. Where two of them give a feature the
// same number, it is the same feature: a few searched positions then compare thousands of evaluations. -1: a
// weight without a feature.
typedef struct EvalCandidate {
    char name[48];   // eval=NAME
    int  weights, feature[EVAL_WEIGHTS_MAX];
} EvalCandidate;

// A player for the options it is good for.
typedef struct EngineChoice {
    const char *when;     // an option and its value, "simultaneous=yes"; NULL: any
    const char *player;   // spec of a search without limits
} EngineChoice;

// Search settings with a name, `preset=NAME` in a player spec; names are unique among all games.
typedef struct GamePreset {
    const char *name;   // NULL ends the list
    const char *keys;   // "order=killer,tt=20": used where a spec does not give them itself
    const char *help;   // one line
} GamePreset;

// A game as the rest of the program sees it. States and rules are opaque here: `state_size` and `rules_size`
// plain bytes.
typedef struct Game {
    const char         *name, *title, *move_help;   // move_help: NULL: none
    const EngineChoice *engine;                     // GAME_ENGINE; ended by one without a player
    const Option       *options;
    size_t              rules_size, state_size;
    int                 moves_max, kinds;
    int                 perft_ends;   // GAME_PERFT_ENDS
    unsigned            kinds_noisy;

    bool (*rules_open)(void *rules, const int values[], Facts *facts, Status *status);
    void (*setup)(const void *rules, void *s);
    int (*generate)(const void *rules, const void *s, Move out[]);
    int (*count)(const void *rules, const void *s);
    bool (*over)(const void *rules, const void *s);
    void (*play)(const void *rules, void *child, const void *s, Move m);
    int (*turn)(const void *rules, const void *s);
    uint64_t (*hash)(const void *rules, const void *s);
    uint64_t (*rehash)(const void *rules, const void *s);
    uint32_t (*move_id)(const void *rules, const void *s, Move m);
    int (*move_kind)(const void *rules, const void *s, Move m);
    Value (*evaluate)(const void *rules, const void *s, int p);
    void (*payoff)(const void *rules, const void *s, Value out[PLAYERS_MAX]);
    void (*pass_to)(const void *rules, void *child, const void *s, int p);
    bool (*drawn)(const void *rules, const void *s);
    int (*reversible)(const void *rules, const void *s);   // INT_MAX: any number
    bool (*in_check)(const void *rules, const void *s);
    bool (*null_allowed)(const void *rules, const void *s);
    void (*position_format)(const void *rules, const void *s, Text *out);
    bool (*position_parse)(const void *rules, void *s, const char *text, Status *status);
    bool (*validate)(const void *rules, const void *s, Status *status);
    void (*move_format)(const void *rules, const void *s, Move m, Text *out);
    void (*move_code)(const void *rules, const void *s, Move m, Text *out);
    // NULL: none
    bool (*move_parse)(const void *rules, const void *s, const char *text, Move *m, Status *status);
    CellPlace (*cell_place)(const void *rules, int i);
    CellView (*cell_view)(const void *rules, const void *s, int i);
    // NULL: no
    bool (*cell_moved)(const void *rules, const void *before, const void *after, int i);
    // NULL: none
    void (*notes)(const void *rules, const void *s, Notes *out);
    // NULL: by the names of cells in the text; ask variant_move_cells
    void (*move_cells)(const void *rules, const void *s, Move m, MoveCells *out);
    uint32_t (*action_id)(const void *rules, const void *s, Move m);
    // NULL: none
    int (*score)(const void *rules, const void *s, int p);

    // NULL: none to choose from
    const EvalInfo *evals;
    int (*eval_tables)(const void *rules, int which, EvalTable out[EVAL_TABLES_MAX], Status *status);
    void (*eval_use)(void *rules, int which, const uint8_t *const tables[], const int weights[]);
    // NULL: the list is all
    bool (*eval_named)(const void *rules, const char *name, int *which, EvalInfo *info);
    // NULL: nothing to choose from
    bool (*eval_next)(const void *rules, const void *s, int *which, EvalCandidate *out);

    // NULL: none
    const GamePreset *presets;
    // NULL: no rank
    uint64_t (*positions)(const void *rules);
    uint64_t (*rank)(const void *rules, const void *s);
    bool (*unrank)(const void *rules, void *s, uint64_t number);
    // NULL: not known; out: room states of state_size bytes
    int (*predecessors)(const void *rules, const void *s, void *out, int room);
    // NULL: no symmetry
    int (*symmetries)(const void *rules);
    void (*symmetry)(const void *rules, void *image, const void *s, int k);

    // NULL: none of its own
    const struct CatalogFamily *databases;

    // Compiled by search/search_template.h.
    const struct SearchNodes *search;
    // Compiled by game/perft_template.h.
    uint64_t (*perft)(const void *rules, const void *s, int depth, uint64_t *interior);

    // NULL: never
    bool (*known)(const void *rules, const void *s, int *result, int *plies);
    // NULL: leaves are made
    bool (*leaf)(const void *rules, const void *s, Move m, Value *value);
} Game;

// The winners (a bit set of players) share what the losers pay; everybody or nobody winning is a draw.
static inline void payoff_share(Value out[PLAYERS_MAX], int players, unsigned winners)
{
    const int k = __builtin_popcount(winners);
    for (int p = 0; p < PLAYERS_MAX; p++)
        out[p] = p >= players || k == 0 ? 0
               : (winners >> p & 1)     ? PAYOFF_UNIT * (players - k) / k
                                        : -PAYOFF_UNIT;
}

#endif
