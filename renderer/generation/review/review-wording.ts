import type { AnsweredDecision } from './decision-queue.ts'
import { t, tMessage, cachedByLanguage } from '../../ui/text.ts'
import type { ReactNode } from 'react'
import type { AttributeValue, EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { GridColumn } from '../../query/columns.ts'
import type { Proposal, ProposalOrigin } from '#shared/proposals.ts'
import { nameActor, nameAuthor } from '../../state/event-texts.ts'

/** The result of the editor of a value: nothing, the value to send, or why it could not be read. */
export type EditedValue = { readonly wire: unknown } | { readonly fault: string } | undefined

/** The texts and editors of values in the grid; the shell passes them, as the grid lies above. */
export interface ReviewWording {
  readonly columns: Readonly<Record<EntityType, readonly GridColumn[]>>
  readonly format: (value: AttributeValue | null, column: GridColumn, type: EntityType) => string
  readonly show: (value: AttributeValue, column: GridColumn, type: EntityType) => ReactNode
  readonly edit: (edited: EditedProposal) => ReactNode
  readonly explain: (fault: FieldError, column: GridColumn) => string
}

export interface EditedProposal {
  readonly value: AttributeValue | null
  readonly column: GridColumn
  readonly type: EntityType
  readonly onDone: (edited: EditedValue) => void
}

export function explainDecision(
  wording: ReviewWording,
  type: EntityType,
  answered: AnsweredDecision,
  attribute: string,
): string {
  const { field_errors: faults = [], message } = answered
  const column = wording.columns[type].find(({ id }) => id === attribute)
  const reasons = column ? faults.map((fault) => wording.explain(fault, column)) : []
  if (reasons.length > 0) return reasons.join(' ')
  return message === undefined ? t('The value could not be written.') : tMessage(message, answered)
}

/** Names the origin of a proposal: the run with the person who started it, or the person, agent or key. */
export function nameProposer({ origin, proposed_by: by }: Pick<Proposal, 'origin' | 'proposed_by'>): string {
  if (by === null) return proposerTexts()[origin]
  if (origin !== 'generation') return nameAuthor(by)
  return by.type === 'system' ? t('A prompt, by itself') : t('A run of {name}', { name: nameActor(by) })
}

const proposerTexts = cachedByLanguage((): Readonly<Record<ProposalOrigin, string>> => ({
  generation: t('A run'),
  agent: t('An agent'),
  script: t('A script'),
  person: t('A person'),
}))
