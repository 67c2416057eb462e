import { parseSync } from 'oxc-parser'

/** A node of the syntax tree of a file, as far as tests and trials look at it. */
export interface Syntax {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** The syntax tree of a file. Its name says whether it is TypeScript and whether it has JSX. */
export function readSyntax(path: string, source: string): Syntax {
  return parseSync(path, source).program as unknown as Syntax
}

/** Visits a node and what is in it, each with the nodes around it, the outermost first. */
export function walkSyntax(
  node: Syntax,
  parents: readonly Syntax[],
  visit: (node: Syntax, parents: readonly Syntax[]) => void,
): void {
  visit(node, parents)
  const within = [...parents, node]
  for (const child of Object.values(node)) {
    for (const each of Array.isArray(child) ? child : [child]) {
      if (typeof each === 'object' && each !== null && 'type' in each)
        walkSyntax(each as Syntax, within, visit)
    }
  }
}
