/** All, each once: who comes first in one turn comes last in the next. */
export const inTurn = <T>(all: T[], turn: number): T[] => (turn % 2 === 0 ? all : all.toReversed())
