/** How much a formula may hold; far above what people write, and low enough for the engine that evaluates it. */
export const formulaLimits = {
  /** Characters of the text. */
  length: 4000,
  /** Levels of parentheses and functions inside each other. */
  nesting: 50,
  /** Levels of the whole expression; each operator of a chain such as a & b & c is one. */
  height: 150,
  /** Formulas and lookups that stand on each other. */
  chain: 10,
  /** Levels and parts of a formula together with those of the formulas that it refers to. */
  totalHeight: 200,
  totalSize: 3000,
} as const
