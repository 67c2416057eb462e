import { useSelector } from '@tanstack/react-store'
import { Palette, Plus, Trash2 } from 'lucide-react'
import type { EntityType } from '#shared/entities.ts'
import type { ColourRule } from '#shared/views.ts'
import { ConditionFields } from '../../filters/filter-builder.tsx'
import { newClause, type FilterField } from '../../filters/filter-fields.ts'
import { useFilterFields } from '../../filters/use-filter-fields.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Select } from '../../ui/select.tsx'
import { useWorkspace } from '../../state/workspace-context.ts'
import type { FilterClause } from '../../query/grid-query.ts'
import { gridLayoutOf } from '../../state/grid-layout.ts'
import { toClause } from '../../query/list-params.ts'
import './colours-panel.css'
import { cachedByLanguage, t } from '../../ui/text.ts'

export function ColoursButton({ type }: { type: EntityType }) {
  const { workspace } = useWorkspace()
  const fields = useFilterFields(type)
  const layout = gridLayoutOf(workspace.id, type)
  const rules = useSelector(layout.colours)
  const trigger = (
    <Button variant="ghost" disabled={fields.length === 0}>
      <Palette aria-hidden />
      {t('Colours')}
    </Button>
  )
  return (
    <Popover trigger={trigger} title={t('Colours')}>
      <ColoursPanel fields={fields} rules={rules} onChange={(next) => layout.colours.set(next)} />
    </Popover>
  )
}

interface ColoursPanelProps {
  fields: readonly FilterField[]
  rules: readonly ColourRule[]
  onChange: (rules: readonly ColourRule[]) => void
}

function ColoursPanel({ fields, rules, onChange }: ColoursPanelProps) {
  const add = (): void => {
    const [field] = fields
    if (field === undefined) return
    const colour = (rules.length % colours().length) + 1
    onChange([...rules, { ...toRule(newClause(field)), target: 'cell', colour }])
  }
  return (
    <div className="colours-panel">
      {rules.length === 0 && (
        <p className="ui-field-hint">
          {t('Colour cells or rows by what they hold. The first rule that fits counts.')}
        </p>
      )}
      {rules.map((rule, index) => (
        <ColourRuleRow
          // Rules have no name of their own; each keeps its place while it is edited.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          rule={rule}
          index={index}
          fields={fields}
          onChange={(next) => onChange(rules.with(index, next))}
          onRemove={() => onChange(rules.toSpliced(index, 1))}
        />
      ))}
      <Button variant="ghost" onClick={add}>
        <Plus aria-hidden />
        {t('Add a colour')}
      </Button>
    </div>
  )
}

const colours = cachedByLanguage(() =>
  [t('Blue'), t('Orange'), t('Teal'), t('Green'), t('Purple'), t('Red'), t('Yellow'), t('Grey')].map(
    (label, index) => ({ value: String(index + 1), label, hint: <Swatch colour={index + 1} /> }),
  ),
)

const targets = cachedByLanguage(
  () =>
    [
      { value: 'cell', label: t('the cell') },
      { value: 'row', label: t('the row') },
    ] as const,
)

function Swatch({ colour }: { colour: number }) {
  return <span className="colours-swatch" data-colour={colour} aria-hidden />
}

interface RuleLineProps {
  rule: ColourRule
  index: number
  fields: readonly FilterField[]
  onChange: (rule: ColourRule) => void
  onRemove: () => void
}

function ColourRuleRow({ rule, index, fields, onChange, onRemove }: RuleLineProps) {
  const field = fields.find(({ key }) => key === rule.attribute)
  const clause = toClause(rule)
  const changeKey = (key: string): void => {
    const next = fields.find((candidate) => candidate.key === key)
    if (next !== undefined && key !== rule.attribute) onChange({ ...rule, ...toRule(newClause(next)) })
  }
  return (
    <div className="colours-line" role="group" aria-label={t('Colour {index}', { index: index + 1 })}>
      <Swatch colour={rule.colour} />
      <Select
        label={t('Attribute')}
        value={rule.attribute}
        options={fields.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={changeKey}
      />
      {field !== undefined && (
        <ConditionFields
          clause={clause}
          field={field}
          onChange={(next) => onChange({ ...rule, ...toRule(next) })}
        />
      )}
      <Select
        label={t('What is coloured')}
        value={rule.target}
        options={targets()}
        onChange={(target) => onChange({ ...rule, target })}
      />
      <Select
        label={t('Colour')}
        value={String(rule.colour)}
        options={colours()}
        onChange={(colour) => onChange({ ...rule, colour: Number(colour) })}
      />
      <IconButton label={t('Remove this colour')} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}

function toRule({
  key,
  operator,
  value,
}: FilterClause): Pick<ColourRule, 'attribute' | 'operator' | 'value'> {
  return { attribute: key, operator, value }
}
