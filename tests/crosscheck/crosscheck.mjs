// Random games by npm's rule libraries; at every position Pollard must offer the same moves. Usage: node crosscheck.mjs POLLARD GAMES
import { execFileSync } from 'node:child_process';
import reversi from 'reversi';
import { EnglishDraughts } from 'rapid-draughts/english';
import { chess } from './chess.mjs';

const [pollard, games] = [process.argv[2], Number(process.argv[3])];

// A small generator of our own, so that a failure can be repeated.
let state = 12345;
const below = (n) => (state = (state * 48271) % 2147483647) % n;

const ask = (game, position) => JSON.parse(execFileSync(pollard, ['show', game, '--position', position, '--json']));

function compare(game, position, theirs) {
    const ours = [...new Set(ask(game, position).moves.map(endpoints))].sort().join(' ');
    const want = [...new Set(theirs)].sort().join(' ');
    if (ours !== want) throw new Error(`${game} at ${position}\n  pollard: ${ours}\n  library: ${want}`);
}

// The library merges routes between the same squares: 15x22x29 becomes 15x29.
function endpoints(move) {
    const squares = move.split('x');
    return squares.length > 1 ? `${squares[0]}x${squares.at(-1)}` : move;
}

function othelloGame() {
    const game = new reversi.Game();
    let positions = 0;
    while (!game.isEnded) {
        const side = game._nextPieceType === 'BLACK' ? 'X' : 'O';
        const position = `${game.board.toText().replace(/\s/g, '').toUpperCase()} ${side}`;
        const places = game.board.getPlaceableSquares(game._nextPieceType).map((s) => [s.rowIndex, s.colIndex]);
        compare('othello', position, places.map(([r, c]) => 'abcdefgh'[c] + (r + 1)));
        game.proceed(...places[below(places.length)]);
        positions++;
    }
    return positions;
}

function fen(draughts) {
    const pieces = (player) => draughts.board.filter((s) => s.piece?.player === player)
        .map((s) => (s.piece.king ? 'K' : '') + (s.position + 1)).join(',');
    return `${draughts.player === 'dark' ? 'B' : 'W'}:W${pieces('light')}:B${pieces('dark')}`;
}

function checkersGame() {
    const draughts = EnglishDraughts.setup();
    let positions = 0;
    while (draughts.status === 'playing') {
        compare('checkers', fen(draughts), draughts.moves.map((m) => `${m.origin + 1}${m.captures.length ? 'x' : '-'}${m.destination + 1}`));
        draughts.move(draughts.moves[below(draughts.moves.length)]);
        positions++;
    }
    return positions;
}

let passed = 0, failed = 0;
const { game: chessGame, leaves, file } = chess(pollard, below);
try {
    console.log(`chess: leaves of ${leaves()} positions agree`);
    passed++;
} catch (error) {
    console.log(`FAILED ${error.message}`);
    failed++;
}
for (const [name, play] of [['othello', othelloGame], ['checkers', checkersGame], ['chess', chessGame],
    ['chess as PGN', file]]) {
    try {
        let positions = 0;
        for (let i = 0; i < games; i++) positions += play();
        console.log(`${name}: ${games} games, ${positions} positions agree`);
        passed++;
    } catch (error) {
        console.log(`FAILED ${error.message}`);
        failed++;
    }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
