import { useQuery } from '@tanstack/react-query'
import type { AttributeValue } from '#shared/entities.ts'
import { openForQuery, provenanceQuery } from '../../api/generations-queries.ts'
import { describeMark } from '../../generation/mark-texts.ts'
import { EvidenceBadge, EvidenceList, evidenceStateOf } from '../../generation/review/evidence-list.tsx'
import { nameProposer } from '../../generation/review/review-wording.ts'
import type { GridColumn } from '../../query/columns.ts'
import { goTo, createPageLocation } from '../../query/location.ts'
import { useOpenDialog } from '../../state/dialogs.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatAgo } from '../../ui/format-count.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { type AskedCell, cellOriginOf } from '../data/cell-origin-state.ts'
import type { GridSession } from '../data/grid-session.ts'
import { ShownValue } from './shown-value.tsx'
import './cell-origin-dialog.css'
import { t } from '../../ui/text.ts'
import { useMay } from '../../state/rights.tsx'

interface CellOriginDialogProps {
  readonly session: GridSession
  readonly columns: readonly GridColumn[]
  readonly asked: AskedCell | undefined
}

export function CellOriginDialog({ session, columns, asked }: CellOriginDialogProps) {
  const close = (): void => cellOriginOf(session).set(() => undefined)
  const column = columns.find(({ id }) => id === asked?.key)
  return (
    <Dialog
      title={t('{name} of {label}', {
        name: column?.name ?? t('Value'),
        label: asked?.label ?? t('the one without a name'),
      })}
      open={asked !== undefined}
      onClose={close}
      size="large"
    >
      {asked && column && <Origin {...{ session, columns, asked, column }} onClose={close} />}
    </Dialog>
  )
}

interface OriginProps {
  readonly session: GridSession
  readonly columns: readonly GridColumn[]
  readonly asked: AskedCell
  readonly column: GridColumn
  readonly onClose: () => void
}

type QueryAnswer<Query extends (...args: never[]) => { readonly queryFn?: unknown }> = Awaited<
  ReturnType<Extract<ReturnType<Query>['queryFn'], (...args: never[]) => unknown>>
>

function Origin(props: OriginProps) {
  const { session, asked } = props
  const { api, type } = session
  const open = useQuery(openForQuery(api, type, asked.id, asked.key))
  const made = useQuery(provenanceQuery(api, type, asked.id, asked.key))
  const error = open.error ?? made.error
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (!open.data || made.data === undefined) return <Skeleton height={120} />
  const isNothing = open.data.length === 0 && made.data === null
  return (
    <div className="cell-origin">
      {open.data.length > 0 && <Proposed {...props} proposals={open.data} />}
      {made.data && <MadeBy {...props} made={made.data} />}
      {isNothing && <p>{t('No model has made this value, and nothing is proposed for it any more.')}</p>}
    </div>
  )
}

type OpenProposal = QueryAnswer<typeof openForQuery>[number]

function Proposed(props: OriginProps & { proposals: readonly OpenProposal[] }) {
  const { session, columns, asked, column, proposals, onClose } = props
  const review = (): void => {
    onClose()
    const filter = { type: session.type, attribute: asked.key, entity: asked.id }
    goTo(createPageLocation(session.api.workspaceId, 'review', filter))
  }
  return (
    <section aria-label={t('Proposed')}>
      <h3>{t('Proposed')}</h3>
      <ul>
        {proposals.map((proposal) => (
          <li key={proposal.id}>
            <ShownValue
              column={column}
              value={proposal.value as AttributeValue | null}
              context={session.context}
            />
            <p className="cell-origin-facts">
              <span>{nameProposer(proposal)}</span>
              {proposal.model !== null && <span>{proposal.model}</span>}
              <span>{formatAgo(proposal.created_at)}</span>
              <EvidenceBadge state={evidenceStateOf(proposal.evidence)} />
            </p>
            <EvidenceList evidence={proposal.evidence} passages={proposal.passages} columns={columns} />
          </li>
        ))}
      </ul>
      <Button variant="primary" onClick={review}>
        {t('Review')}
      </Button>
    </section>
  )
}

type MadeBy = NonNullable<QueryAnswer<typeof provenanceQuery>>

function MadeBy({ session, columns, asked, column, made, onClose }: OriginProps & { made: MadeBy }) {
  const mayGenerate = useMay()('generation')
  const openDialog = useOpenDialog()
  const { state, model, created_at: at, evidence, passages } = made
  const again = (): void => {
    onClose()
    openDialog({
      kind: 'generate',
      type: session.type,
      attributes: [asked.key],
      only: asked,
      overwrite: 'stale',
    })
  }
  return (
    <section aria-label={t('The value now')}>
      <h3>{t('The value now')}</h3>
      <p>{describeMark({ state, model, made_at: at, open: 0 })}</p>
      <h4>{t('What it was made of')}</h4>
      <EvidenceList evidence={evidence} passages={passages} columns={columns} />
      {state === 'stale' && column.isGenerated && mayGenerate && (
        <Button onClick={again}>{t('Generate it again…')}</Button>
      )}
    </section>
  )
}
