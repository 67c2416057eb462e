import { useQuery } from '@tanstack/react-query'
import type { FormulaPreview } from '#shared/app-surface.ts'
import type { EntityType } from '#shared/entities.ts'
import { attributesQuery, formulaPreviewQuery } from '../api/attributes-queries.ts'
import { Field } from '../ui/field.tsx'
import { SuggestingText, type PaintedWord, type Suggestion } from '../ui/suggesting-text.tsx'
import { useTryIds } from '../generation/try-on-rows.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { t, tMessage } from '../ui/text.ts'
import { formulaFunctions, isFunctionName, describeSignature } from '#shared/formula/functions/functions.ts'
import { tokenize, type Token } from '#shared/formula/parse.ts'
import { FormulaFault, type Span } from '#shared/formula/value.ts'
import { foldText, keysOf } from '#shared/text.ts'

interface FormulaFieldProps {
  value: string
  type: EntityType
  error: string | undefined
  onChange: (formula: string) => void
}

type WordKind = 'plain' | 'number' | 'text' | 'reference' | 'function' | 'symbol'

interface Word extends PaintedWord {
  readonly kind: WordKind
}

/** The formula in pieces that together are its whole text, readable or not. */
export function paintFormula(text: string, fault?: Span): Word[] {
  const kinds: WordKind[] = Array.from({ length: text.length }, () => 'plain')
  const tokens = readableTokens(text)
  tokens.forEach((token, index) => kinds.fill(kindOf(token, tokens[index + 1]), token.start, token.end))
  const isFault = (at: number) =>
    fault !== undefined && at >= fault.start && at < Math.max(fault.end, fault.start + 1)
  const words: (Word & { text: string })[] = []
  for (const [at, kind] of kinds.entries()) {
    const last = words.at(-1)
    if (last?.kind === kind && last.isFault === isFault(at)) last.text += text[at]
    else words.push({ start: at, text: text.charAt(at), kind, isFault: isFault(at) })
  }
  return words
}

function readableTokens(text: string): Token[] {
  try {
    return tokenize(text)
  } catch (error) {
    if (error instanceof FormulaFault) return tokenize(text.slice(0, error.start))
    throw error
  }
}

function kindOf({ kind, value }: Token, next: Token | undefined): WordKind {
  if (kind === 'name')
    return isFunctionName(value.toUpperCase()) && next?.value === '(' ? 'function' : 'plain'
  return kind === 'end' ? 'plain' : kind
}

interface NamedKey {
  readonly key: string
  readonly name: string
}

const maxSuggestions = 8

/** Suggests keys inside {{ }}, functions and keys at the start of a word, and nothing inside a text. */
export function suggestAt(text: string, caret: number, attributes: readonly NamedKey[]): Suggestion[] {
  const before = text.slice(0, caret)
  const reference = /\{\{?\s*([\w ]*)$/.exec(before)
  if (reference) {
    const behind = /^\w*\s*\}{0,2}/.exec(text.slice(caret))?.[0].length ?? 0
    const span = { start: reference.index, end: caret + behind }
    return keysLike(attributes, reference[1] ?? '', span).slice(0, maxSuggestions)
  }
  const word = /[A-Za-z_]\w*$/.exec(before)
  if (!word || isInText(before)) return []
  const span = { start: word.index, end: caret }
  return [...functionsLike(word[0], text[caret] === '(', span), ...keysLike(attributes, word[0], span)].slice(
    0,
    maxSuggestions,
  )
}

/** Quotes inside a text are doubled, so an odd number of them means that one is open. */
function isInText(before: string): boolean {
  return before.split('"').length % 2 === 0
}

function keysLike(attributes: readonly NamedKey[], written: string, span: Span): Suggestion[] {
  const wanted = foldText(written)
  const found = attributes.filter(({ key, name }) => key.includes(wanted) || foldText(name).includes(wanted))
  const rank = ({ key, name }: NamedKey) =>
    Number(!key.startsWith(wanted) && !foldText(name).startsWith(wanted))
  return found
    .sort((a, b) => rank(a) - rank(b) || a.key.length - b.key.length)
    .map(({ key, name }) => ({ ...span, insert: `{{${key}}}`, label: `{{${key}}}`, help: name }))
}

function functionsLike(written: string, isCalled: boolean, span: Span): Suggestion[] {
  const names = keysOf(formulaFunctions).sort()
  return names
    .filter((name) => name.startsWith(written.toUpperCase()))
    .map((name) => {
      const opening = formulaFunctions[name].parameters.length === 0 ? '()' : '('
      const insert = isCalled ? name : name + opening
      return { ...span, insert, label: describeSignature(name), help: formulaFunctions[name].help }
    })
}

/** A formula field that shows, while typing, the result for the first row, or its fault. */
export function FormulaField({ value, type, error, onChange }: FormulaFieldProps) {
  const { api } = useWorkspace()
  const { data: attributes = [] } = useQuery(attributesQuery(api, type))
  const [row] = useTryIds(type, 1)
  const { data } = useQuery(formulaPreviewQuery(api.workspaceId, type, value, row))
  const preview = value.trim() === '' ? undefined : data
  return (
    <Field label={t('Formula')} hint={describePreview(preview)} error={describeFault(preview) ?? error}>
      {(control) => (
        <SuggestingText
          value={value}
          words={paintFormula(value, preview?.fault ?? undefined)}
          suggestAt={(text, caret) => suggestAt(text, caret, attributes)}
          placeholder="ROUND({{price}} * 1.19, 2)"
          control={control}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

function describeFault(preview: FormulaPreview | undefined): string | undefined {
  return preview?.fault
    ? t('Character {start}: {message}', {
        start: preview.fault.start + 1,
        message: tMessage(preview.fault.message, preview.fault),
      })
    : undefined
}

function describePreview(preview: FormulaPreview | undefined): string | undefined {
  if (preview?.fault) return undefined
  if (!preview) return t('Refer to attributes as {{key}}. Operators and functions are those of spreadsheets.')
  const { label, value } = preview
  if (label === null && value === null) return t('The formula is complete.')
  return `${label ?? t('The selected row')}: ${value === null ? t('no value') : shown(value)}`
}

function shown(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : String(value)
}
