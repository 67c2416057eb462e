import { parseSync } from 'oxc-parser'

export interface Syntax {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

export function readSyntax(path: string, source: string): Syntax {
  return parseSync(path, source).program as unknown as Syntax
}

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
