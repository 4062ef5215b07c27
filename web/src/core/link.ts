// A game in the part of an address behind `#`: the size, the forbidden cell,
// then the moves, such as `9x12/3,4/6.6.7`; or a position in notation, such as
// `fen/7_7_7_7_7_3x3_o/4.4`. A last part `@2` is the place that is looked at.

import { Game } from './game.ts';
import { RuleError, type Board } from './position.ts';

export function writeLink(game: Game): string {
  const { rows, columns, forbidden } = game.board;
  const parts =
    game.fen === null
      ? [
          `${rows}x${columns}`,
          forbidden ? `${forbidden.row + 1},${forbidden.column + 1}` : '-',
        ]
      : ['fen', game.fen.replaceAll('/', '_').replace(' ', '_').replace('#', '!')];
  parts.push(game.moves.map((column) => column + 1).join('.'));
  if (game.ply !== game.length) parts.push(`@${game.ply}`);
  return `#${parts.join('/')}`;
}

/** A link to a position alone. */
export function writePositionLink(game: Game): string {
  return writeLink(new Game(game.position.toString()));
}

/**
 * The game up to the position that is looked at, as one line of UGI: it has
 * its board with it, whatever the options of the engine that reads it.
 */
export function notation(game: Game): string {
  const moves = game.line.map((column) => ` ${column + 1}`).join('');
  return `position fen ${game.positionAt(0)}${moves && ` moves${moves}`}`;
}

/** Reads a link; null where there is none. Throws a `RuleError` if it is wrong. */
export function readLink(hash: string): Game | null {
  const text = hash.replace(/^#/, '');
  if (text === '') return null;
  if (text.length > 2000) throw new RuleError('The link is too long for a game.');
  const [first = '', second = '', third = '', fourth = ''] = text.split('/');
  let game: Game;
  if (first === 'fen') {
    const parts = second.replace('!', '#').split('_');
    const side = parts.pop() ?? '';
    const fen = `${parts.join('/')} ${side}`;
    game = new Game(fen, readMoves(third));
  } else {
    game = new Game(readBoard(first, second), readMoves(third));
  }
  const ply = /^@(\d{1,3})$/.exec(fourth);
  if (ply) game.goTo(Number(ply[1]));
  return game;
}

function readBoard(size: string, block: string): Board {
  const sides = /^(\d{1,2})x(\d{1,2})$/.exec(size);
  const cell = /^(\d{1,2}),(\d{1,2})$/.exec(block);
  if (!sides || (!cell && block !== '-' && block !== '')) {
    throw new RuleError('The link holds no game.');
  }
  return {
    rows: Number(sides[1]),
    columns: Number(sides[2]),
    forbidden: cell
      ? { row: Number(cell[1]) - 1, column: Number(cell[2]) - 1 }
      : null,
  };
}

function readMoves(text: string): number[] {
  if (text === '') return [];
  return text.split('.').map((word) => {
    if (!/^\d{1,2}$/.test(word)) throw new RuleError(`The link has no move '${word.slice(0, 20)}'.`);
    return Number(word) - 1;
  });
}
