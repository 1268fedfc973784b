// The games of a match of chess, played again by chess.js: every move legal, and the end as it says.
import { readFileSync } from 'node:fs';
import { Chess } from 'chess.js';

let good = 0;
for (const line of readFileSync(process.argv[2], 'utf8').split('\n').slice(1)) {
  if (line === '') continue;
  const game = JSON.parse(line);
  if (game.number === undefined) continue;
  const board = new Chess(game.start);
  for (const move of game.moves.split(' ')) if (move !== '') board.move(move);   // throws when it is illegal
  const mated = board.isCheckmate() ? (board.turn() === 'w' ? [0, 2] : [2, 0]) : [1, 1];
  const over = board.isGameOver() || game.ended === 'plies-max' || game.ended === 'repetition';
  if (!over || String(mated) !== String(game.points)) {
    console.log(`game ${game.number}: ${game.ended} ${game.points}, chess.js says ${mated}, over ${over}`);
    process.exit(1);
  }
  good++;
}
console.log(`chess.js agrees on ${good} games`);
