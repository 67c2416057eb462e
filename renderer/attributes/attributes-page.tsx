import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Sparkles, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AttributeConfig, Constraints } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { attributesKey, attributeConfigsQuery, moveAttribute } from '../api/attributes-queries.ts'
import { channelsQuery } from '../api/channels-queries.ts'
import { useOpenAttribute } from '../state/attribute-page.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { TextInput } from '../ui/field.tsx'
import { useShowsTechnicalDetails } from '../state/appearance.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { DeleteAttributeDialog } from './delete-attribute-dialog.tsx'
import { MeaningProposals } from './meaning-proposals.tsx'
import { OfferedRights } from './offered-rights.tsx'
import { OrderGrip, type Grip, useListDrag, type DropTarget } from '../ui/follow-drag.tsx'
import { moveColumn } from '../state/grid-layout.ts'
import { showError, errorText } from '../ui/toast.tsx'
import '../ui/page.css'
import '../ui/page-list.css'
import { PageTable } from '../ui/pages.tsx'
import { attributeKindOf, cellTraits } from '../query/data-types.ts'
import { semanticTypeText } from '../query/semantic-type-texts.ts'
import { t, inSentence } from '../ui/text.ts'
import { useMay, Allowed } from '../state/rights.tsx'
import { unitOfConstraints } from '#shared/kinds.ts'
import { canBeWritten } from '#shared/prompted-types.ts'
import { foldText } from '#shared/text.ts'

export function AttributesPage() {
  const [type, setType] = useState<EntityType>('product')
  const [text, setText] = useState('')
  const openAttribute = useOpenAttribute()
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">{t('Attributes')}</h1>
        <p className="ui-field-hint">
          {t('Attributes are the columns of the grid. Scripts and agents use them by their keys.')}
        </p>
      </header>
      <section
        className="api-section"
        aria-label={t('Attributes of {plural}', { plural: inSentence(typeTexts()[type].plural) })}
      >
        <div className="attributes-bar">
          <Select
            label={t('Attributes of')}
            value={type}
            options={entityTypes.map((each) => ({ value: each, label: typeTexts()[each].plural }))}
            onChange={setType}
          />
          <TextInput
            type="search"
            aria-label={t('Find an attribute')}
            placeholder={t('Find by name, key or data type')}
            value={text}
            onChange={setText}
          />
          <Allowed to="attributes">
            <Button variant="primary" onClick={() => openAttribute({ type })}>
              <Plus aria-hidden />
              {t('Add attribute')}
            </Button>
          </Allowed>
        </div>
        {type === 'image' && (
          <Allowed to="attributes">
            <OfferedRights />
          </Allowed>
        )}
        <Allowed to="attributes">
          <MeaningProposals key={`meanings ${type}`} type={type} />
        </Allowed>
        <AttributeList key={type} type={type} text={text} />
      </section>
    </div>
  )
}

function AttributeList({ type, text }: { type: EntityType; text: string }) {
  const { workspace } = useWorkspace()
  const { data: configs, error, refetch } = useQuery(attributeConfigsQuery(workspace.id, type))
  const openAttribute = useOpenAttribute()
  const [deleting, setDeleting] = useState<AttributeConfig>()
  if (error) {
    return (
      <Notice tone="danger" title={t('The attributes could not be loaded')}>
        {error.message} <Button onClick={() => void refetch()}>{t('Try again')}</Button>
      </Notice>
    )
  }
  if (!configs) return <Skeleton height={240} />
  const found = findAttributes(configs, text)
  return (
    <>
      <p className="ui-field-hint" role="status">
        {text.trim() === ''
          ? t('{count, plural, one {# attribute} other {# attributes}}', { count: configs.length })
          : t('{count} of {count2, plural, one {# attribute} other {# attributes}}', {
              count: found.length,
              count2: configs.length,
            })}
      </p>
      {found.length === 0 ? (
        <p className="api-no-keys">{emptyText(configs.length, type, text)}</p>
      ) : (
        <AttributeTable
          configs={found}
          isWhole={found.length === configs.length}
          onEdit={({ key }) => openAttribute({ type, key })}
          onDelete={setDeleting}
        />
      )}
      <DeleteAttributeDialog config={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}

function emptyText(count: number, type: EntityType, text: string): string {
  if (count > 0) return t('No attribute has “{text}” in its name, key or data type.', { text: text.trim() })
  return t('{plural} have no attributes yet. Add the first one, the one that names them.', {
    plural: typeTexts()[type].plural,
  })
}

interface AttributeTableProps {
  readonly configs: readonly AttributeConfig[]
  readonly isWhole: boolean
  readonly onEdit: (config: AttributeConfig) => void
  readonly onDelete: (config: AttributeConfig) => void
}

function AttributeTable({ configs, isWhole, onEdit, onDelete }: AttributeTableProps) {
  const { list, startDrag, move } = useAttributeOrder(configs)
  const may = useMay()
  const isOrdered = isWhole && may('attributes')
  const hasKeys = useShowsTechnicalDetails()
  return (
    <PageTable
      columns={[
        { unseen: t('Order') },
        t('Name'),
        ...(hasKeys ? [t('Key')] : []),
        t('Data type'),
        t('Meaning'),
        t('Rules'),
        t('Channel'),
        { unseen: t('Actions') },
      ]}
      bodyRef={list}
    >
      {configs.map((config) => (
        <AttributeLine
          key={config.id}
          config={config}
          grip={
            isOrdered && {
              onGrab: (event) => startDrag(event, config.key),
              onMove: (step) => move(config.key, step),
            }
          }
          onEdit={() => onEdit(config)}
          onDelete={() => onDelete(config)}
        />
      ))}
    </PageTable>
  )
}

interface AttributeLineProps {
  readonly config: AttributeConfig
  readonly grip: Grip | false
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function AttributeLine({ config, grip, onEdit, onDelete }: AttributeLineProps) {
  const { api } = useWorkspace()
  const { data: channels } = useQuery(channelsQuery(api))
  const hasKeys = useShowsTechnicalDetails()
  const { name, key, data_type: dataType, channel, semantic_type: meaning } = config
  return (
    <tr data-item={key}>
      <td>{grip && <OrderGrip name={name} {...grip} />}</td>
      <th scope="row">{name}</th>
      {hasKeys && (
        <td>
          <code>{key}</code>
        </td>
      )}
      <td>{cellTraits()[attributeKindOf(dataType, config.constraints)].name}</td>
      <td>{meaning ? semanticTypeText(meaning) : ''}</td>
      <td className="attributes-rules">{describeRules(config)}</td>
      <td>{channel === null ? '' : (channels?.find((each) => each.key === channel)?.name ?? channel)}</td>
      <td className="api-row-action attributes-actions">
        <WriteButton config={config} />
        <Allowed to="attributes">
          <IconButton label={t('Edit {name}', { name })} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={t('Delete {name}', { name })} onClick={onDelete}>
            <Trash2 aria-hidden />
          </IconButton>
        </Allowed>
      </td>
    </tr>
  )
}

function WriteButton({ config }: Pick<AttributeLineProps, 'config'>) {
  const openDialog = useOpenDialog()
  const mayGenerate = useMay()('generation')
  const { name, key, entity_type: type, ai_generated: isGenerated } = config
  if (!canBeWritten(config) || !mayGenerate) return null
  return (
    <IconButton
      label={isGenerated ? t('Generate {name}', { name }) : t('Write what is missing of {name}', { name })}
      onClick={() => openDialog({ kind: 'generate', type, attributes: [key] })}
    >
      <Sparkles aria-hidden />
    </IconButton>
  )
}

function useAttributeOrder(configs: readonly AttributeConfig[]) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const keys = configs.map(({ key }) => key)
  const put = async (key: string, target: DropTarget): Promise<void> => {
    const config = configs.find((each) => each.key === key)
    const ordered = moveColumn(keys, key, target)
    if (!config || ordered.join() === keys.join()) return
    const queryKey = [...attributesKey(workspace.id), config.entity_type, 'configs']
    queryClient.setQueryData(
      queryKey,
      ordered.flatMap((each) => configs.find((known) => known.key === each) ?? []),
    )
    try {
      await moveAttribute(workspace.id, config, ordered[ordered.indexOf(key) + 1] ?? null)
    } catch (error) {
      showError(t('{name} could not be moved', { name: config.name }), { description: errorText(error) })
    }
    await queryClient.invalidateQueries({ queryKey: attributesKey(workspace.id) })
  }
  const drag = useListDrag<HTMLTableSectionElement>((key, target) => void put(key, target))
  const move = (key: string, step: 1 | -1): void => {
    const target = keys[keys.indexOf(key) + step]
    if (target !== undefined) void put(key, { id: target, side: step === 1 ? 'behind' : 'before' })
  }
  return { ...drag, move }
}

export function findAttributes(
  configs: readonly AttributeConfig[],
  text: string,
): readonly AttributeConfig[] {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  return configs.filter(({ name, key, data_type: type, constraints }) => {
    const all = foldText(`${name} ${key} ${cellTraits()[attributeKindOf(type, constraints)].name}`)
    return words.every((word) => all.includes(word))
  })
}

export function describeRules(config: AttributeConfig): string {
  const { is_primary: isPrimary, writable, acceptable_values: values, inheritance_mode: mode } = config
  const { reference } = config
  const rules = [
    isPrimary && t('names the entry'),
    !writable && t('computed'),
    reference?.type &&
      t('refers to {pluralOf}', { pluralOf: inSentence(typeTexts()[reference.type].plural) }),
    ...describeConstraints(config.constraints),
    values !== null &&
      t('{count, plural, one {# option} other {# options}}', { count: values.split(',').length }),
    mode === 'inherit_from_parent' && t('inherited by variants'),
    mode === 'rollup_from_children' && t('shows the values of variants'),
  ]
  return rules.filter(Boolean).join(', ')
}

function describeConstraints(constraints: Constraints): (string | false | undefined)[] {
  const { required, unique, min, max, min_length: shortest, max_length: longest } = constraints
  return [
    required === true && t('required'),
    unique === true && t('unique'),
    unitOfConstraints(constraints),
    range(min, max),
    lengths(shortest, longest),
    constraints.pattern !== undefined && t('pattern'),
    constraints.check !== undefined && 'GTIN',
  ]
}

function range(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return t('{min} to {max}', { min, max })
  if (min !== undefined) return t('at least {min}', { min })
  return max === undefined ? '' : t('at most {max}', { max })
}

function lengths(min: number | undefined, max: number | undefined): string {
  const text = range(min, max)
  return text === '' ? '' : t('{text} characters', { text })
}
