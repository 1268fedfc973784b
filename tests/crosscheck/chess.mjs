// Chess beside two libraries: random games, at every position legal moves, FEN, mate, stalemate and draws; leaves of
// known positions. Each move is given to Pollard as the libraries write it, by turns as SAN and as UCI.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chess as ChessJs } from 'chess.js';
import { Chess as ChessOps } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSan, parseSan } from 'chessops/san';
import { perft } from 'chessops/debug';
import { parsePgn, startingPosition } from 'chessops/pgn';

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
// The usual start every other time; the rest are rich in what random games from there seldom show.
const starts = [start, 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    start, 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
    start, '8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1',
    start, '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1',
    start, 'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1',
    start, '8/8/3bk3/8/8/3KB3/4p3/8 w - - 90 60'];
const plies = 250;

const ops = (fen) => ChessOps.fromSetup(parseFen(fen).unwrap()).unwrap();
const sorted = (list) => [...list].sort().join(' ');

function opsMoves(position) {
    const list = [];
    for (const [from, squares] of position.allDests())
        for (const to of squares) {
            const last = position.board.get(from).role === 'pawn' && (to < 8 || to >= 56);
            for (const promotion of last ? ['queen', 'rook', 'bishop', 'knight'] : [undefined])
                list.push(makeSan(position, { from, to, promotion }));
        }
    return list;
}

export function chess(pollard, below) {
    const show = (fen, ...more) => JSON.parse(execFileSync(pollard, ['show', 'chess', '--position', fen, ...more, '--json']));

    function differ(fen, what, ours, theirs) {
        if (ours !== theirs) throw new Error(`chess at ${fen}: ${what}\n  pollard: ${ours}\n  library: ${theirs}`);
    }

    // What the libraries say of the position that Pollard shows.
    function compare(ours, js) {
        const fen = js.fen(), other = ops(fen);
        differ(fen, 'FEN, chess.js', ours.position, fen);
        differ(fen, 'FEN, chessops', ours.position, makeFen(other.toSetup()));
        differ(fen, 'moves, chess.js', sorted(ours.moves), sorted(js.moves()));
        differ(fen, 'moves, chessops', sorted(ours.moves), sorted(opsMoves(other)));
        const mated = ours.moves.length === 0 && ours.payoff[ours.turn] < 0;
        differ(fen, 'mate', mated, js.isCheckmate());
        differ(fen, 'mate', mated, other.isCheckmate());
        differ(fen, 'stalemate', ours.moves.length === 0 && !mated, js.isStalemate());
        const few = ours.moves.length > 0 && js.isInsufficientMaterial();
        differ(fen, 'too few pieces, the libraries', few, ours.moves.length > 0 && other.isInsufficientMaterial());
        differ(fen, 'drawn', ours.drawn ?? false, few || (ours.moves.length > 0 && js.isDrawByFiftyMoves()));
    }

    let number = 0;
    function game() {
        const js = new ChessJs(starts[number++ % starts.length]);
        let ours = show(js.fen()), positions = 1;
        compare(ours, js);
        // chessops counts no more than 150 plies without progress.
        const clock = () => Number(js.fen().split(' ')[4]);
        while (ours.moves.length > 0 && positions <= plies && clock() < 150) {
            const moves = js.moves({ verbose: true }), move = moves[below(moves.length)], before = js.fen();
            differ(before, 'SAN read by chessops', parseSan(ops(before), move.san) !== undefined, true);
            js.move(move.san);
            ours = show(before, '--moves', positions % 2 ? move.san : move.lan);
            compare(ours, js);
            positions++;
        }
        return positions;
    }

    function leaves() {
        const depth = (fen) => (fen.includes('KQkq') || fen.includes('kq') ? 3 : 4);
        const fens = new Set(starts);
        for (const fen of fens) {
            const ours = JSON.parse(execFileSync(pollard, ['perft', 'chess', String(depth(fen)), '--position', fen, '--json']));
            differ(fen, `leaves at depth ${depth(fen)}`, ours.leaves, perft(ops(fen), depth(fen)));
        }
        return fens.size;
    }

    // The last position of a file's only game, as chessops plays it.
    function lastOf(text) {
        const [one] = parsePgn(text), position = startingPosition(one.headers).unwrap();
        for (const node of one.moves.mainline()) position.play(parseSan(position, node.san));
        return makeFen(position.toSetup());
    }

    // Games that Pollard writes are read by the libraries, and theirs by Pollard, remarks and all.
    function files(seed) {
        const folder = mkdtempSync(join(tmpdir(), 'crosscheck-')), path = join(folder, 'game.pgn');
        const begin = starts[seed % starts.length], write = ['--json', '--seed', String(seed), '--save-pgn', path];
        const ours = JSON.parse(execFileSync(pollard, ['play', 'chess', 'random', 'random', '--position', begin, ...write]));
        const text = execFileSync('cat', [path], { encoding: 'utf8' }), js = new ChessJs();
        js.loadPgn(text);
        differ(begin, `PGN of seed ${seed}, chess.js`, ours.position, js.fen());
        differ(begin, `PGN of seed ${seed}, chessops`, ours.position, lastOf(text));
        differ(begin, 'moves in it', ours.moves.join(' '), js.history().join(' '));
        const theirs = new ChessJs(begin);
        for (let i = 0; i < 120 && theirs.moves().length > 0; i++) {
            theirs.move(theirs.moves()[below(theirs.moves().length)]);
            if (i % 7 === 0) theirs.setComment(`remark ${i} (not; [a] variation)`);
        }
        writeFileSync(path, theirs.pgn());
        const read = JSON.parse(execFileSync(pollard, ['show', 'chess', '--pgn', path, '--json']));
        rmSync(folder, { recursive: true });
        differ(begin, 'a PGN of chess.js', read.position, theirs.fen());
        return 1;
    }
    let seed = 0;
    return { game, leaves, file: () => files(seed++) };
}
