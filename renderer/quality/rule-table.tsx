import { Pencil, Trash2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { severities, weightBounds, type QualityRule } from '#shared/quality.ts'
import type { GridColumn } from '../query/columns.ts'
import { createPlace, toSearch } from '../query/place.ts'
import { goTo } from '../query/use-place.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { formatCount } from '../ui/format-count.ts'
import { PageTable } from '../ui/page-table.tsx'
import { Select } from '../ui/select.tsx'
import { t } from '../ui/text.ts'
import type { FindingWording } from './finding-wording.ts'
import { severityTexts } from '../state/severity-texts.ts'
import { isMadeByJob, type CountedRule } from './rule-groups.ts'
import { describeRule } from './rule-words.ts'
import { SeverityMark } from '../state/severity-mark.tsx'
import { useChangeRule, type ListedChange } from './use-rule-changes.ts'

interface RuleTableProps {
  readonly type: EntityType
  readonly rules: readonly CountedRule[]
  readonly wording: FindingWording
  readonly onEdit: (rule: QualityRule) => void
  readonly onDelete: (rule: QualityRule) => void
}

/** Rules with what can be changed of them at once: whether they are on, how serious they are, how much they weigh. */
export function RuleTable(props: RuleTableProps) {
  const columns = [t('Rule'), t('Severity'), t('Weight'), t('Found'), { unseen: t('Change¦verb') }]
  return (
    <div className="quality-rule-table">
      <PageTable label={t('Rules')} columns={columns}>
        {props.rules.map((counted) => (
          <tr key={counted.rule.id}>
            <RuleCells {...props} counted={counted} />
          </tr>
        ))}
      </PageTable>
    </div>
  )
}

type RuleCellsProps = RuleTableProps & { readonly counted: CountedRule }

function RuleCells(props: RuleCellsProps) {
  const { counted, type, wording } = props
  const { rule } = counted
  const { mutate } = useChangeRule()
  const isFixed = rule.origin === 'constraint' || rule.origin === 'channel'
  const patch = (part: ListedChange): void => mutate({ rule, patch: part })
  return (
    <>
      <th scope="row" className="quality-rule-cell">
        {isFixed ? (
          rule.name
        ) : (
          <Checkbox label={rule.name} checked={rule.enabled} onChange={(enabled) => patch({ enabled })} />
        )}
        <p className="ui-field-hint">{describeRule(rule, wording.columns[type])}</p>
      </th>
      <td>
        {isFixed ? <SeverityMark severity={rule.severity} /> : <SeverityChoice rule={rule} onPatch={patch} />}
      </td>
      <td>{isFixed ? '–' : <WeightChoice rule={rule} onPatch={patch} />}</td>
      <td>
        <Found {...counted} columns={wording.columns[type]} />
      </td>
      <td className="api-row-action">{isFixed ? <LeadsTo rule={rule} /> : <OwnActions {...props} />}</td>
    </>
  )
}

interface PartProps {
  readonly rule: QualityRule
  readonly onPatch: (patch: ListedChange) => void
}

function SeverityChoice({ rule, onPatch }: PartProps) {
  return (
    <Select
      className="quality-small"
      label={t('Severity of {name}', { name: rule.name })}
      value={rule.severity}
      options={severities.map((value) => ({ value, label: severityTexts()[value] }))}
      onChange={(severity) => onPatch({ severity })}
    />
  )
}

const weights = Array.from({ length: weightBounds.max }, (_, index) => String(index + weightBounds.min))

function WeightChoice({ rule, onPatch }: PartProps) {
  return (
    <Select
      className="quality-weight"
      label={t('Weight of {name}', { name: rule.name })}
      value={String(rule.weight)}
      options={weights.map((value) => ({ value, label: value }))}
      onChange={(weight) => onPatch({ weight: Number(weight) })}
    />
  )
}

/** How many a rule finds of how many it looks at; leads to them. */
function Found({
  rule,
  failing,
  checked,
  columns,
}: CountedRule & { readonly columns: readonly GridColumn[] }) {
  const { workspace } = useWorkspace()
  if (!rule.enabled) return <span className="quality-blank">{describeSwitchedOff(rule, columns)}</span>
  if (isMadeByJob(rule) && rule.checked_at === null)
    return <span className="quality-blank">{t('not checked yet')}</span>
  const text = t('{failing} of {checked}', { failing: formatCount(failing), checked: formatCount(checked) })
  if (failing === 0) return text
  const target = {
    ...createPlace(workspace.id, 'quality'),
    quality: { tab: 'findings', type: rule.entity_type, rule: rule.key },
  } as const
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    goTo(target)
  }
  return (
    <a href={toSearch(target)} onClick={follow}>
      {text}
    </a>
  )
}

/** Why a rule is off: its attributes may have to be made, or others chosen. */
function describeSwitchedOff({ check }: QualityRule, columns: readonly GridColumn[]): string {
  const missing = check.attributes?.filter((key) => !columns.some(({ id }) => id === key)) ?? []
  return missing.length === 0 ? t('off¦switch') : t('needs {names}', { names: missing.join(', ') })
}

function OwnActions({ counted: { rule }, onEdit, onDelete }: RuleCellsProps) {
  const { name } = rule
  return (
    <>
      <IconButton label={t('Edit {name}', { name })} onClick={() => onEdit(rule)}>
        <Pencil aria-hidden />
      </IconButton>
      {rule.origin === 'own' && (
        <IconButton label={t('Delete {name}', { name })} onClick={() => onDelete(rule)}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </>
  )
}

/** The way to where a rule is changed that follows from something else. */
function LeadsTo({ rule }: { rule: QualityRule }) {
  const { workspace } = useWorkspace()
  const openDialog = useOpenDialog()
  const [key] = rule.check.attributes ?? []
  if (rule.origin === 'channel')
    return (
      <Button variant="ghost" onClick={() => goTo(createPlace(workspace.id, 'channels'))}>
        {t('To the channels')}
      </Button>
    )
  return key === undefined ? null : (
    <Button
      variant="ghost"
      onClick={() => openDialog({ kind: 'edit-attribute', type: rule.entity_type, key })}
    >
      {t('Edit the attribute')}
    </Button>
  )
}
