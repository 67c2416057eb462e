import { CircleHelp, ShieldAlert, ShieldCheck, ShieldX, CircleDashed, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Evidence } from '#shared/proposals.ts'
import type { Passage } from '#shared/schemas/proposals.ts'
import type { GridColumn } from '../../query/columns.ts'
import { emptyGridQuery } from '../../query/grid-query.ts'
import { everything, toSearch } from '../../query/location.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'

interface EvidenceListProps {
  readonly evidence: readonly Evidence[]
  /** In the order of the evidence; undefined while loading. */
  readonly passages: readonly Passage[] | undefined
  readonly columns: readonly GridColumn[]
}

export function EvidenceList({ evidence, passages, columns }: EvidenceListProps) {
  if (evidence.length === 0)
    return <p className="review-none">{t('No evidence was given: compare the value with what you know.')}</p>
  return (
    <ul className="review-evidence">
      {evidence.map((each, index) => (
        <Quote
          // Evidence has no other identity than its place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          evidence={each}
          passage={passages?.[index]}
          location={<PlaceOf source={each.source} name={passages?.[index]?.name} columns={columns} />}
        />
      ))}
    </ul>
  )
}

interface QuoteProps {
  readonly evidence: Evidence
  readonly passage: Passage | undefined
  readonly location: ReactNode
}

function Quote({ evidence, passage, location }: QuoteProps) {
  const { quote } = evidence
  const state = stateOf(evidence, passage)
  const { Icon, text } = states()[state]
  return (
    <li data-state={state}>
      <p className="review-quote-head">
        <Icon aria-hidden />
        <strong>{text}</strong> {location}
      </p>
      {passage?.match == null && <p className="review-quote">{t('“{name}”', { name: quote })}</p>}
      {passage !== undefined && <Around passage={passage} />}
    </li>
  )
}

type QuoteState = 'found' | 'changed' | 'wrong' | 'unchecked'

type EvidenceState = 'verified' | 'partly' | 'wrong' | 'unchecked' | 'none'

/** Whether a quote can be verified here: pictures and the web cannot. */
function isCheckable({ source }: Pick<Evidence, 'source'>): boolean {
  return source.startsWith('attribute:') || source.startsWith('source:')
}

/** Returns the state of all quotes: one wrong quote counts, however many are found. */
export function evidenceStateOf(evidence: readonly Evidence[]): EvidenceState {
  if (evidence.length === 0) return 'none'
  const isVerified = evidence.some(({ verified }) => verified)
  const isWrong = evidence.some((each) => !each.verified && isCheckable(each))
  if (isWrong) return isVerified ? 'partly' : 'wrong'
  return isVerified ? 'verified' : 'unchecked'
}

const evidenceTexts = cachedByLanguage((): Readonly<Record<EvidenceState, string>> => ({
  verified: t('Verified'),
  partly: t('A quote is wrong'),
  wrong: t('Quote not found'),
  unchecked: t('Not checked'),
  none: t('No evidence'),
}))

function stateOf(evidence: Evidence, passage: Passage | undefined): QuoteState {
  if (!isCheckable(evidence)) return 'unchecked'
  if (!evidence.verified) return 'wrong'
  return passage !== undefined && passage.match === null ? 'changed' : 'found'
}

const icons: Readonly<Record<EvidenceState, LucideIcon>> = {
  verified: ShieldCheck,
  partly: ShieldAlert,
  wrong: ShieldX,
  unchecked: CircleHelp,
  none: CircleDashed,
}

/** The state of the quotes by shape, word and colour; without room for the word it is read aloud. */
export function EvidenceBadge({ state, isShort = false }: { state: EvidenceState; isShort?: boolean }) {
  const Icon = icons[state]
  const text = evidenceTexts()[state]
  if (isShort)
    return (
      <span className="review-badge" data-state={state} title={text}>
        <Icon role="img" aria-label={text} />
      </span>
    )
  return (
    <span className="review-badge" data-state={state}>
      <Icon aria-hidden />
      {text}
    </span>
  )
}

const states = cachedByLanguage(
  () =>
    ({
      found: { Icon: ShieldCheck, text: t('Found in') },
      changed: { Icon: ShieldAlert, text: t('No longer in') },
      wrong: { Icon: ShieldX, text: t('Not found in') },
      unchecked: { Icon: CircleHelp, text: t('Cannot be checked here:') },
    }) as const,
)

function Around({ passage }: { passage: Passage }) {
  const { before, match, after, is_cut_before: cutBefore, is_cut_after: cutAfter } = passage
  if (match === null && before === '') return null
  return (
    <blockquote>
      {match === null && <span className="review-says">{t('It says:')}</span>}
      {match === null && ' '}
      {cutBefore && '… '}
      {before}
      {match !== null && <mark>{match}</mark>}
      {after}
      {cutAfter && ' …'}
    </blockquote>
  )
}

interface PlaceOfProps {
  readonly source: string
  readonly name: string | null | undefined
  readonly columns: readonly GridColumn[]
}

function PlaceOf({ source, name, columns }: PlaceOfProps) {
  const { api } = useWorkspace()
  const at = source.indexOf(':')
  const [kind, rest] = [source.slice(0, at), source.slice(at + 1)]
  if (kind === 'attribute') return <span>{columns.find(({ id }) => id === rest)?.name ?? name ?? rest}</span>
  if (kind === 'image') return <span>{t('picture {rest}', { rest })}</span>
  if (kind === 'web') return <WebPlace address={rest} />
  const clauses = [{ key: 'id', operator: 'eq', value: rest }]
  const query = { ...emptyGridQuery, clauses }
  const href = toSearch({ workspaceId: api.workspaceId, view: 'source', savedView: everything, query })
  return <a href={href}>{name ?? t('a source that is gone')}</a>
}

function WebPlace({ address }: { address: string }) {
  if (!/^https?:\/\//.test(address)) return <span>{address}</span>
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {address}
    </a>
  )
}
