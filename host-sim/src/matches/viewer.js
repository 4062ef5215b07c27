// Shows the games that stand on the page as data, move by move.
"use strict";
(() => {
  const get = (id) => document.getElementById(id);
  const games = JSON.parse(get("games").textContent);
  const choice = get("game");
  let game = games[0];
  let shown = 0;

  // Where every stone of a game has fallen, in the order of the moves.
  function fall(game) {
    const [, rows, columns, , row, column] =
      /^(\d+)x(\d+)(#(\d+),(\d+))?$/.exec(game.board).map(Number);
    const height = new Array(columns + 1).fill(1);
    const stones = game.moves.map((move) => {
      if (move === column && height[move] === row) height[move] += 1;
      return [height[move]++, move];
    });
    return { rows, columns, forbidden: row ? [row, column] : null, stones };
  }

  function name(ply) {
    return (ply % 2 === 0) === (game.first === "a") ? game.a : game.b;
  }

  function draw() {
    const { rows, columns, forbidden, stones } = fall(game);
    const size = 30;
    const circle = ([row, column], more) =>
      `<circle cx="${(column - 0.5) * size}" cy="${(rows - row + 0.5) * size}"` +
      ` r="${size * 0.4}" style="${more}"/>`;
    let picture =
      `<svg viewBox="0 0 ${columns * size} ${rows * size}"` +
      ` width="${columns * size}"><rect width="100%" height="100%"` +
      ` style="fill:#eee"/>`;
    for (let row = 1; row <= rows; row++) {
      for (let column = 1; column <= columns; column++) {
        picture += circle([row, column], "fill:#fff");
      }
    }
    if (forbidden) picture += circle(forbidden, "fill:#555");
    stones.slice(0, shown).forEach((stone, ply) => {
      const colour = ply % 2 === 0 ? "#c33" : "#dc2";
      const last = ply === shown - 1 ? ";stroke:#222;stroke-width:3" : "";
      picture += circle(stone, `fill:${colour}${last}`);
    });
    get("board").innerHTML = picture + "</svg>";
    get("told").textContent = tell();
  }

  function tell() {
    if (shown === 0) return `${game.board}, ${name(0)} begins`;
    const ply = shown - 1;
    const facts = [`move ${shown} of ${game.moves.length}: ` +
      (shown <= game.opening ? "given" : name(ply)) + ` ${game.moves[ply]}`];
    const score = (game.scores || [])[ply];
    const playouts = (game.playouts || [])[ply];
    if (score != null) facts.push(`expects ${score / 10}%`);
    if (playouts != null) facts.push(`${playouts} playouts`);
    if (shown === game.moves.length) {
      const winner = { a: game.a, b: game.b }[game.result];
      facts.push((winner ? `${winner} wins: ` : "drawn: ") + game.reason);
    }
    return facts.join(", ");
  }

  function go(to) {
    shown = Math.max(0, Math.min(game.moves.length, to));
    draw();
  }

  games.forEach((it, place) => {
    const option = document.createElement("option");
    option.value = place;
    option.textContent =
      `${place + 1}: ${it.a} - ${it.b}, ${it.board}, ${it.result}`;
    choice.append(option);
  });
  choice.onchange = () => { game = games[choice.value]; go(0); };
  get("first").onclick = () => go(0);
  get("back").onclick = () => go(shown - 1);
  get("next").onclick = () => go(shown + 1);
  get("last").onclick = () => go(Infinity);
  if (games.length > 0) draw();
})();
