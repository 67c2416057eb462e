import { useOpenAttribute } from '../state/attribute-page.ts'
import { Plus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ruleOrigins, type QualityRule, type RuleOrigin, severities, weightBounds } from '#shared/quality.ts'
import type { FindingWording } from './finding-table.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { CheckNow, TypeSelect } from './check-now.tsx'
import { originTexts } from './quality-texts.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { type CountedRule, isMadeByJob, describeRule } from './rule-groups.ts'
import {
  useDeleteRule,
  useSwitchOnShipped,
  useChangeRule,
  type ListedChange,
  useCountedRules,
  useQualityPlace,
} from './use-quality.ts'
import './quality.css'
import { useMay, Allowed, Changeable } from '../state/rights.tsx'
import type { EntityType } from '#shared/entities.ts'
import type { GridColumn } from '../query/columns.ts'
import { LocationLink } from '../query/location-link.tsx'
import { goTo, createPageLocation, createLocation } from '../query/location.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Checkbox } from '../ui/field.tsx'
import { formatCount } from '../ui/format-count.ts'
import { PageTable } from '../ui/pages.tsx'
import { Select } from '../ui/select.tsx'
import { severityTexts, SeverityMark } from '../state/feature.tsx'

export function RulesPage({ wording }: { wording: FindingWording }) {
  const { type, change } = useQualityPlace()
  const { rules, error } = useCountedRules(type)
  const [isNew, setNew] = useState(false)
  const may = useMay()
  return (
    <>
      <div className="quality-bar">
        <TypeSelect type={type} onChange={(next) => change({ tab: 'rules', type: next })} />
        {rules !== undefined && may('findings') && <CheckNow key={type} type={type} rules={rules} />}
        <Allowed to="rules">
          <Button variant="primary" onClick={() => setNew(true)}>
            <Plus aria-hidden />
            {t('New rule')}
          </Button>
        </Allowed>
      </div>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {rules === undefined && error === null && <Skeleton height={240} />}
      {rules !== undefined && (
        <>
          <RuleSections
            rules={rules}
            wording={wording}
            onEdit={({ key }) => change({ tab: 'rules', type, rule: key })}
          />
          <EditedRule rules={rules} wording={wording} />
        </>
      )}
      {isNew && <RuleDialog type={type} rule={undefined} wording={wording} onClose={() => setNew(false)} />}
    </>
  )
}

function EditedRule({ rules, wording }: Pick<RuleSectionsProps, 'rules' | 'wording'>) {
  const { type, quality, change } = useQualityPlace()
  const edited = rules.find(({ rule }) => rule.key === quality.rule)?.rule
  if (edited === undefined) return null
  const close = (): void => change({ tab: 'rules', type }, true)
  return <RuleDialog key={edited.id} type={type} rule={edited} wording={wording} onClose={close} />
}

interface RuleSectionsProps {
  readonly rules: readonly CountedRule[]
  readonly wording: FindingWording
  readonly onEdit: (rule: QualityRule) => void
}

interface RuleTableProps {
  readonly type: EntityType
  readonly rules: readonly CountedRule[]
  readonly wording: FindingWording
  readonly onEdit: (rule: QualityRule) => void
  readonly onDelete: (rule: QualityRule) => void
}

function RuleTable(props: RuleTableProps) {
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
  const target = createPageLocation(workspace.id, 'quality', {
    tab: 'findings',
    type: rule.entity_type,
    rule: rule.key,
  })
  return <LocationLink to={target}>{text}</LocationLink>
}

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

function LeadsTo({ rule }: { rule: QualityRule }) {
  const { workspace } = useWorkspace()
  const openAttribute = useOpenAttribute()
  const [key] = rule.check.attributes ?? []
  if (rule.origin === 'channel')
    return (
      <Button variant="ghost" onClick={() => goTo(createLocation(workspace.id, 'channels'))}>
        {t('To the channels')}
      </Button>
    )
  return key === undefined ? null : (
    <Button variant="ghost" onClick={() => openAttribute({ type: rule.entity_type, key })}>
      {t('Edit the attribute')}
    </Button>
  )
}

function RuleSections({ rules, wording, onEdit }: RuleSectionsProps) {
  const { type } = useQualityPlace()
  const [deleting, setDeleting] = useState<QualityRule>()
  const remove = useDeleteRule(() => setDeleting(undefined))
  return (
    <>
      {ruleOrigins.map((origin) => {
        const own = rules.filter(({ rule }) => rule.origin === origin)
        if (own.length === 0 && origin !== 'own') return null
        return (
          <section key={origin} className="api-section" aria-labelledby={`rules-${origin}`}>
            <div className="api-section-head">
              <h2 id={`rules-${origin}`}>{originTexts()[origin]}</h2>
              {origin === 'shipped' && (
                <Allowed to="rules">
                  <SwitchAllOn rules={own} />
                </Allowed>
              )}
            </div>
            <OriginHint origin={origin} isEmpty={own.length === 0} />
            {own.length > 0 && (
              <Changeable to="rules">
                <RuleTable type={type} rules={own} wording={wording} onEdit={onEdit} onDelete={setDeleting} />
              </Changeable>
            )}
          </section>
        )
      })}
      <ConfirmDialog
        title={t('Delete “{name}”?', { name: deleting?.name ?? '' })}
        action={t('Delete the rule')}
        subject={deleting}
        mutation={remove}
        failure={t('The rule was not deleted')}
        onClose={() => setDeleting(undefined)}
      >
        <p>
          {t(
            'Its findings are deleted, accepted ones included. Values stay as they are. To keep the rule for later, switch it off instead.',
          )}
        </p>
      </ConfirmDialog>
    </>
  )
}

function OriginHint({ origin, isEmpty }: { origin: RuleOrigin; isEmpty: boolean }) {
  if (origin === 'own' && isEmpty)
    return (
      <p className="api-no-keys">
        {t('No rule of yours yet. Write one, or switch on checks that ship with Vitrine below.')}
      </p>
    )
  if (origin === 'constraint' || origin === 'channel')
    return (
      <p className="ui-field-hint">
        {t(
          'These follow from how attributes and channels are set up, and are changed there. They do not count in the score.',
        )}
      </p>
    )
  return null
}

function SwitchAllOn({ rules }: { rules: readonly CountedRule[] }) {
  const { type } = useQualityPlace()
  const switchOn = useSwitchOnShipped(type)
  const off = rules.filter(({ rule }) => !rule.enabled).map(({ rule }) => rule)
  if (off.length === 0) return null
  return (
    <Button busy={switchOn.isPending} onClick={() => switchOn.mutate(off)}>
      {t('Switch all on')}
    </Button>
  )
}
