import { Check, Pencil, X } from 'lucide-react'
import { Fragment } from 'react'
import type { AttributeValue, EntityType } from '#shared/entities.ts'
import type { Proposal } from '#shared/proposals.ts'
import type { Passage } from '#shared/schemas/proposals.ts'
import { pictureUrl } from '../../api/client.ts'
import type { GridColumn } from '../../query/columns.ts'
import { emptyGridQuery } from '../../query/grid-query.ts'
import { everything, toSearch } from '../../query/location.ts'
import type { ReviewFilter } from '../../query/page-filters.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { Button } from '../../ui/button.tsx'
import { formatAgo, formatMoment } from '../../ui/format-count.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Difference } from './difference.tsx'
import { EvidenceBadge, EvidenceList, evidenceStateOf } from './evidence-list.tsx'
import { isOpen, type ProposalMark } from './proposal-list.ts'
import { ReviewContext } from './review-context.tsx'
import { nameProposer, type EditedValue, type ReviewWording } from './review-wording.ts'
import { t, tNodes, cachedByLocale } from '../../ui/text.ts'
import { typeTexts } from '../../state/entity-types.ts'
import { Allowed } from '../../state/rights.tsx'

export interface ProposalDetailProps {
  readonly proposal: Proposal
  readonly mark: ProposalMark | undefined
  readonly passages: readonly Passage[] | undefined
  readonly chosen: number
  readonly filter: ReviewFilter
  readonly type: EntityType
  readonly wording: ReviewWording
  readonly isEditing: boolean
  readonly fault: string | undefined
  readonly onChoose: (index: number) => void
  readonly onAccept: () => void
  readonly onReject: () => void
  readonly onEdit: () => void
  readonly onEdited: (edited: EditedValue) => void
  readonly onFilter: (filter: ReviewFilter) => void
}

export function ProposalDetail(props: ProposalDetailProps) {
  const { proposal, mark, passages, type, wording, fault } = props
  const { attribute, evidence, note } = proposal
  const column = wording.columns[type].find(({ id }) => id === attribute)
  return (
    <article className="review-detail" aria-label={t('Proposal in focus')}>
      <div className="review-detail-body">
        <ReviewContext entity={proposal.entity} attribute={attribute} wording={wording} />
        <div className="review-detail-main">
          <DetailHead {...props} name={column?.name ?? attribute} />
          <MarkNotice mark={mark} />
          {fault !== undefined && <Notice tone="danger">{fault}</Notice>}
          {column ? (
            <Values {...props} column={column} />
          ) : (
            <p>{t('This attribute is not defined any more.')}</p>
          )}
          <section aria-label={t('Evidence')}>
            <h3>{t('Evidence')}</h3>
            <EvidenceList evidence={evidence} passages={passages} columns={wording.columns[type]} />
          </section>
          {note !== null && (
            <section aria-label={t('Note')}>
              <h3>{t('Note')}</h3>
              <p className="review-note">{note}</p>
            </section>
          )}
          <Origin {...props} />
        </div>
      </div>
      <Allowed to="review">
        <Actions {...props} />
      </Allowed>
    </article>
  )
}

function DetailHead({ proposal, filter, onFilter, name }: ProposalDetailProps & { name: string }) {
  const { api } = useWorkspace()
  const { entity, attribute, evidence, stale } = proposal
  const query = { ...emptyGridQuery, clauses: [{ key: 'id', operator: 'eq', value: entity.id }] }
  const href = toSearch({ workspaceId: api.workspaceId, view: entity.type, savedView: everything, query })
  return (
    <header className="review-detail-head">
      <div>
        <h2>
          <a href={href}>{entity.label ?? t('Without a name')}</a>
        </h2>
        <p>
          <strong>{name}</strong>
          <EvidenceBadge state={evidenceStateOf(evidence)} />
          {stale && (
            <span className="review-badge" data-state="stale">
              {t('Stale: what it was made of has changed')}
            </span>
          )}
        </p>
      </div>
      <div className="review-only">
        {filter.entity === undefined && (
          <Button variant="ghost" onClick={() => onFilter({ ...filter, entity: entity.id })}>
            {t('Only this {type}', { type: typeTexts()[entity.type].singular })}
          </Button>
        )}
        {filter.attribute === undefined && (
          <Button variant="ghost" onClick={() => onFilter({ ...filter, attribute })}>
            {t('Only {name}', { name })}
          </Button>
        )}
      </div>
    </header>
  )
}

function MarkNotice({ mark }: { mark: ProposalMark | undefined }) {
  if (mark?.status === 'held')
    return (
      <Notice tone="danger" title={mark.reason}>
        {mark.isChanged
          ? t('Nothing was written. Compare again: accepting once more writes over what is there now.')
          : t('Nothing was written. Edit the value, or reject it.')}
      </Notice>
    )
  if (mark?.status === 'gone') return <Notice tone="warning">{mark.reason}</Notice>
  if (mark?.status === 'accepted') return <Notice tone="success">{t('Accepted.')}</Notice>
  return mark?.status === 'rejected' ? <Notice tone="info">{t('Rejected.')}</Notice> : null
}

function Values(props: ProposalDetailProps & { column: GridColumn }) {
  const { proposal, mark, column, type, wording, isEditing } = props
  const isChanged = mark?.status === 'held' && mark.isChanged
  const hasChoice = proposal.alternatives.length > 0 && column.traits.media === 'image'
  const after = proposedValue(props)
  return (
    <Difference
      before={((isChanged ? mark.current : proposal.current) ?? null) as AttributeValue | null}
      after={after}
      column={column}
      type={type}
      wording={wording}
      title={isChanged ? t('Now, changed since') : t('Now')}
      instead={
        isEditing ? <Editing {...props} value={after} /> : hasChoice ? <Pictures {...props} /> : undefined
      }
    />
  )
}

function proposedValue({ proposal, mark, chosen }: ProposalDetailProps): AttributeValue | null {
  const own = mark && 'value' in mark ? mark.value : undefined
  return (own ?? [proposal.value, ...proposal.alternatives][chosen] ?? null) as AttributeValue | null
}

function Editing(props: ProposalDetailProps & { column: GridColumn; value: AttributeValue | null }) {
  const { proposal, column, type, wording, value, onEdited } = props
  return <Fragment key={proposal.id}>{wording.edit({ value, column, type, onDone: onEdited })}</Fragment>
}

function Pictures({
  proposal,
  chosen,
  onChoose,
}: Pick<ProposalDetailProps, 'proposal' | 'chosen' | 'onChoose'>) {
  const { api } = useWorkspace()
  const values = [proposal.value, ...proposal.alternatives].map(String)
  return (
    <div className="review-pictures" role="radiogroup" aria-label={t('Which picture')}>
      {values.map((value, index) => (
        <button
          key={value}
          type="button"
          role="radio"
          aria-checked={index === chosen}
          aria-label={t('Picture {index} of {count}', { index: index + 1, count: values.length })}
          onClick={() => onChoose(index)}
        >
          <img src={pictureUrl(api.workspaceId, value)} alt="" decoding="async" />
          <Kbd keys={String(index + 1)} />
        </button>
      ))}
    </div>
  )
}

const dollars = cachedByLocale(
  (locale) =>
    new Intl.NumberFormat(locale, {
      currencyDisplay: 'narrowSymbol',
      style: 'currency',
      currency: 'USD',
      maximumSignificantDigits: 3,
    }),
)

function Origin({ proposal, filter, onFilter }: ProposalDetailProps) {
  const { origin, model, cost, created_at: at, job_id: job } = proposal
  return (
    <dl className="review-origin">
      <dt>{t('Proposed by')}</dt>
      <dd>
        {nameProposer(proposal)}
        {job !== null && filter.job === undefined && (
          <button type="button" onClick={() => onFilter({ ...filter, job })}>
            {t('Only this run')}
          </button>
        )}
      </dd>
      {model !== null && (
        <>
          <dt>{t('Model')}</dt>
          <dd>{model}</dd>
        </>
      )}
      {origin === 'generation' && (
        <>
          <dt>{t('Cost')}</dt>
          <dd>{cost === null ? t('Not known') : cost === 0 ? t('Free') : dollars().format(cost)}</dd>
        </>
      )}
      <dt>{t('When')}</dt>
      <dd title={formatMoment(at)}>{formatAgo(at)}</dd>
    </dl>
  )
}

function Actions({ mark, isEditing, onAccept, onReject, onEdit }: ProposalDetailProps) {
  const isDecided = !isOpen(mark) || mark?.status === 'saving' || isEditing
  return (
    <footer className="review-actions">
      <Button variant="primary" disabled={isDecided} onClick={onAccept}>
        <Check aria-hidden />
        {tNodes('Accept {kbd}', { kbd: <Kbd keys="A" /> })}
      </Button>
      <Button disabled={isDecided} onClick={onReject}>
        <X aria-hidden />
        {tNodes('Reject {kbd}', { kbd: <Kbd keys="R" /> })}
      </Button>
      <Button disabled={isDecided} onClick={onEdit}>
        <Pencil aria-hidden />
        {tNodes('Edit and accept {kbd}', { kbd: <Kbd keys="E" /> })}
      </Button>
    </footer>
  )
}
