import { Undo2 } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { type AcceptedFinding, type QualityFinding, ruleFilterKey } from '#shared/quality.ts'
import { thumbnailUrl, type Api } from '../api/client.ts'
import { goTo, toSearch, everything, type PageLocation } from '../query/location.ts'
import { typeTexts } from '../state/entity-types.ts'
import { nameAuthor } from '../state/event-texts.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { IconButton } from '../ui/button.tsx'
import { formatAgo, formatMoment } from '../ui/format-count.ts'
import { PageTable } from '../ui/pages.tsx'
import { t, tMessage } from '../ui/text.ts'
import type { CountedRule } from './rule-groups.ts'
import { SeverityMark } from '../state/feature.tsx'
import type { AttributeValue, EntityType } from '#shared/entities.ts'
import { htmlToText } from '#shared/html-to-text.ts'
import type { GridColumn } from '../query/columns.ts'
import { emptyGridQuery, type FilterClause } from '../query/grid-query.ts'
import { fetchBranches } from '../query/list-queries.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'

interface FindingTableProps {
  readonly findings: readonly QualityFinding[]
  readonly rules: readonly CountedRule[]
  readonly wording: FindingWording
  readonly onOpen: (finding: QualityFinding) => void
  /** Undefined where the role may not decide. */
  readonly onReopen: ((finding: QualityFinding) => void) | undefined
}

function idOfFinding({ rule, entity, attribute }: QualityFinding): string {
  return `${rule} ${entity.id} ${attribute ?? ''}`
}

export function FindingTable(props: FindingTableProps) {
  const { findings } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [current, setCurrent] = useState<string>()
  const onKeyDown = useRowKeys(props, body)
  const isListed = findings.some((finding) => idOfFinding(finding) === current)
    ? current
    : findings[0] && idOfFinding(findings[0])
  const columns = [t('Entry'), t('Attribute'), t('Value'), t('What is wrong'), { unseen: t('Decision') }]
  return (
    <div className="quality-table" onKeyDown={onKeyDown}>
      <PageTable label={t('Findings')} columns={columns} bodyRef={body}>
        {findings.map((finding) => {
          const id = idOfFinding(finding)
          return (
            <tr key={id} data-finding={id} tabIndex={id === isListed ? 0 : -1} onFocus={() => setCurrent(id)}>
              <FindingCells {...props} finding={finding} />
            </tr>
          )
        })}
      </PageTable>
    </div>
  )
}

function FindingCells(props: FindingTableProps & { readonly finding: QualityFinding }) {
  const { finding, wording, onReopen } = props
  const { attribute } = finding
  const name = nameOf(finding)
  return (
    <>
      <th scope="row" className="quality-entity">
        <FindingLink {...props} />
      </th>
      <td>{columnOf(finding, wording)?.name ?? attribute ?? t('the whole row')}</td>
      <td>
        <ValueOf finding={finding} wording={wording} />
      </td>
      <td className="quality-message">
        <MessageOf {...props} />
      </td>
      <td className="api-row-action">
        {onReopen && (
          <IconButton label={t('Reopen: {name}', { name })} onClick={() => onReopen(finding)}>
            <Undo2 aria-hidden />
          </IconButton>
        )}
      </td>
    </>
  )
}

function ValueOf({
  finding,
  wording,
}: Pick<FindingTableProps, 'wording'> & { readonly finding: QualityFinding }) {
  const { workspace } = useWorkspace()
  const { value } = finding
  const text = formatFinding(finding, wording)
  if (typeof value === 'string' && columnOf(finding, wording)?.traits.media === 'image')
    return (
      <img
        className="quality-picture"
        src={thumbnailUrl(workspace.id, value, 64)}
        alt={text}
        loading="lazy"
      />
    )
  return <div className="quality-value">{text || <span className="quality-blank">{t('empty')}</span>}</div>
}

function nameOf({ entity }: QualityFinding): string {
  return entity.label ?? t('Unnamed {singular}', { singular: typeTexts()[entity.type].singular })
}

function FindingLink({ finding, onOpen }: FindingTableProps & { readonly finding: QualityFinding }) {
  const { workspace } = useWorkspace()
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(finding)
  }
  return (
    <a
      href={toSearch(placeOfRule(workspace.id, finding.entity.type, finding.rule))}
      tabIndex={-1}
      onClick={follow}
    >
      {nameOf(finding)}
    </a>
  )
}

function MessageOf({ finding, rules }: FindingTableProps & { readonly finding: QualityFinding }) {
  const { message, severity, accepted, checked_at: at } = finding
  const rule = rules.find((each) => each.rule.key === finding.rule)?.rule.name ?? finding.rule
  return (
    <>
      <span>
        <SeverityMark severity={severity} isUnseen /> {message === '' ? rule : tMessage(message, finding)}
      </span>
      {message !== '' && <span className="quality-note">{rule}</span>}
      {at !== null && (
        <time className="quality-note" dateTime={at} title={formatMoment(at)}>
          {t('Checked {ago}', { ago: formatAgo(at) })}
        </time>
      )}
      {accepted && <span className="quality-note">{describeAccepted(accepted)}</span>}
    </>
  )
}

function describeAccepted({ reason, by, at }: AcceptedFinding): string {
  return t('“{reason}” – {name}, {ago}', { reason, name: nameAuthor(by), ago: formatAgo(at) })
}

type Keys = Readonly<Record<string, (() => void) | undefined>>

function useRowKeys(props: FindingTableProps, body: React.RefObject<HTMLTableSectionElement | null>) {
  const { findings } = props
  return (event: KeyboardEvent): void => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-finding]') : null
    const finding = findings.find((each) => idOfFinding(each) === row?.dataset['finding'])
    if (!row || !finding || isModified(event)) return
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('tr') ?? [])]
    const move = (step: number) => () => rows[rows.indexOf(row) + step]?.focus()
    const anywhere: Keys = { ArrowDown: move(1), ArrowUp: move(-1) }
    const onRow = {
      ...keysOnRow(props, finding),
      Home: () => rows[0]?.focus(),
      End: () => rows.at(-1)?.focus(),
    }
    const run = { ...(event.target === row && onRow), ...anywhere }[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }
}

function isModified({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey
}

function keysOnRow({ onOpen, onReopen }: FindingTableProps, finding: QualityFinding): Keys {
  return { Enter: () => onOpen(finding), r: () => onReopen?.(finding) }
}

export interface FindingWording {
  readonly columns: Readonly<Record<EntityType, readonly GridColumn[]>>
  readonly format: (value: AttributeValue, column: GridColumn, type: EntityType) => string
}

export function columnOf(finding: QualityFinding, { columns }: FindingWording): GridColumn | undefined {
  return columns[finding.entity.type].find(({ id }) => id === finding.attribute)
}

export function formatFinding(finding: QualityFinding, wording: FindingWording): string {
  const { value, entity } = finding
  if (value === null || value === undefined || value === '') return ''
  const column = columnOf(finding, wording)
  if (column) {
    const text = wording.format(value as AttributeValue, column, entity.type)
    return column.traits.layout === 'html' ? htmlToText(text) : text
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function placeOfClause(workspaceId: string, type: EntityType, clause: FilterClause): PageLocation {
  const query = { ...emptyGridQuery, clauses: [clause] }
  return { workspaceId, view: type, savedView: everything, query }
}

function placeOfRule(workspaceId: string, type: EntityType, rule: string): PageLocation {
  return placeOfClause(workspaceId, type, { key: ruleFilterKey, operator: 'eq', value: rule })
}

/** Goes to the cell of a finding among those of its rule; to the row alone where these have changed. */
export async function openFinding(api: Api, { rule, attribute, entity }: QualityFinding): Promise<void> {
  const { type, id } = entity
  const location = placeOfRule(api.workspaceId, type, rule)
  const { clauses } = location.query
  const [branch] = await fetchBranches(api, type, [id], location.query)
  const position = branch?.position
  const look = gridLayoutOf(api.workspaceId, type)
  if (position === undefined || position === null) {
    if (attribute !== null) look.seek(attribute)
    return goTo(placeOfClause(api.workspaceId, type, { key: 'id', operator: 'eq', value: id }))
  }
  if (attribute !== null) look.seek(attribute, { id, position, clauses })
  goTo(location)
}
