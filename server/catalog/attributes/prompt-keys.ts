/** What the prompts of generated attributes name, as a graph over the definitions of one type. */
import { keysInPrompt } from '#shared/prompt-keys.ts'
import { formulaLanguage } from '../../store/computed/formulas.ts'
import type { Attribute } from '../../store/tables/attributes.ts'

/** What of a definition, or of the draft of one, says what its value is made from. */
export interface PromptNode {
  readonly key: string
  readonly extras: Pick<Attribute['extras'], 'ai_generated' | 'custom_instructions' | 'formula'>
}

/** What an attribute's value is made from directly: the keys of its formula, or of its prompt where it is generated. */
export function keysMadeFrom({ extras }: PromptNode): readonly string[] {
  if (extras.formula) return formulaLanguage().keysIn(extras.formula)
  return extras.ai_generated ? keysInPrompt(extras.custom_instructions) : []
}

/** The way from one attribute to another along what values are made from, both included; undefined where there is none. */
export function wayOverPrompts(
  byKey: ReadonlyMap<string, PromptNode>,
  from: string,
  to: string,
  seen = new Set<string>(),
): string[] | undefined {
  if (from === to) return [from]
  const node = byKey.get(from)
  if (!node || seen.has(from)) return undefined
  seen.add(from)
  for (const key of keysMadeFrom(node)) {
    const way = wayOverPrompts(byKey, key, to, seen)
    if (way) return [from, ...way]
  }
  return undefined
}
