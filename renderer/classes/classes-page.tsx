import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Shapes, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AttributeClass } from '#shared/attribute-classes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { attributeConfigsQuery, classesQuery, classesKey, deleteClass } from '../api/attributes-queries.ts'
import type { Tree } from '../query/category-tree.ts'
import { typeTexts, categoryAttribute, useTree } from '../state/entity-types.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Notice, EmptyState } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { useShowsTechnicalDetails } from '../state/appearance.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatPath, describeRequirements } from './class-draft.ts'
import { ClassDialog } from './class-dialog.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import '../ui/page.css'
import '../ui/page-list.css'
import './classes.css'
import { PageTable } from '../ui/pages.tsx'
import { t, inSentence } from '../ui/text.ts'
import { Allowed } from '../state/rights.tsx'

export function ClassesPage() {
  const [type, setType] = useState<EntityType>('product')
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">{t('Classes')}</h1>
        <p className="ui-field-hint">
          {t(
            'Which attributes the products of a category show and need. What is below a category has its classes, too.',
          )}
        </p>
      </header>
      <ClassSection key={type} type={type} onType={setType} />
    </div>
  )
}

type Doing =
  | { readonly kind: 'edit'; readonly known: AttributeClass | undefined }
  | { readonly kind: 'delete'; readonly known: AttributeClass }

interface ClassSectionProps {
  readonly type: EntityType
  readonly onType: (type: EntityType) => void
}

function ClassSection({ type, onType }: ClassSectionProps) {
  const { workspace } = useWorkspace()
  const { data: classes, error, refetch } = useQuery(classesQuery(workspace.id, type))
  const [doing, setDoing] = useState<Doing>()
  const create = (): void => setDoing({ kind: 'edit', known: undefined })
  const others = classes?.filter((each) => each !== doing?.known) ?? []
  const close = (): void => setDoing(undefined)
  return (
    <section
      className="api-section"
      aria-label={t('Classes of {plural}', { plural: inSentence(typeTexts()[type].plural) })}
    >
      <div className="attributes-bar class-bar">
        <Select
          label={t('Classes of')}
          value={type}
          options={entityTypes.map((each) => ({ value: each, label: typeTexts()[each].plural }))}
          onChange={onType}
        />
        <Allowed to="classes">
          <Button variant="primary" onClick={create}>
            <Plus aria-hidden />
            {t('New class')}
          </Button>
        </Allowed>
      </div>
      <ClassCountNote type={type} />
      {error && (
        <Notice tone="danger" title={t('The classes could not be loaded')}>
          {error.message} <Button onClick={() => void refetch()}>{t('Try again')}</Button>
        </Notice>
      )}
      {classes ? <ClassList {...{ classes, type }} onDo={setDoing} /> : !error && <Skeleton height={180} />}
      {doing?.kind === 'edit' && (
        <ClassDialog
          type={type}
          known={doing.known}
          takenNames={others.map(({ name }) => name)}
          onClose={close}
        />
      )}
      {doing?.kind === 'delete' && <DeleteClassDialog known={doing.known} onClose={close} />}
    </section>
  )
}

/** A note that classes apply by categories: without a reference to categories they have no effect. */
function ClassCountNote({ type }: { type: EntityType }) {
  const { workspace } = useWorkspace()
  const { data: configs } = useQuery(attributeConfigsQuery(workspace.id, type))
  if (!configs || categoryAttribute(configs)) return null
  const { plural } = typeTexts()[type]
  return (
    <Notice tone="info">
      {t(
        '{plural} do not refer to categories yet, so no class applies to them. Add a reference to categories to their attributes.',
        { plural },
      )}
    </Notice>
  )
}

interface ClassListProps {
  readonly classes: readonly AttributeClass[]
  readonly type: EntityType
  readonly onDo: (doing: Doing) => void
}

function ClassList({ classes, type, onDo }: ClassListProps) {
  const { tree } = useTree()
  const hasKeys = useShowsTechnicalDetails()
  if (classes.length === 0) return <NoClasses type={type} />
  return (
    <>
      <p className="ui-field-hint" role="status">
        {t('{count, plural, one {# class} other {# classes}}', { count: classes.length })}
      </p>
      <PageTable
        columns={[
          t('Name'),
          ...(hasKeys ? [t('Key')] : []),
          t('Categories'),
          t('Attributes'),
          { unseen: t('Actions') },
        ]}
      >
        {classes.map((known) => (
          <ClassLine key={known.id} known={known} tree={tree} onDo={onDo} />
        ))}
      </PageTable>
    </>
  )
}

function NoClasses({ type }: { type: EntityType }) {
  const { plural, singular } = typeTexts()[type]
  return (
    <EmptyState icon={Shapes} title={t('No classes of {plural} yet', { plural: inSentence(plural) })}>
      <p>
        {t(
          'A class says which attributes belong to some categories: seats have a seat height, lamps a bulb. The details of a {singular} then show what belongs to it and mark what is missing, and the grid offers the columns of the class. No value is ever deleted.',
          { singular },
        )}
      </p>
    </EmptyState>
  )
}

interface ClassLineProps {
  readonly known: AttributeClass
  readonly tree: Tree | undefined
  readonly onDo: (doing: Doing) => void
}

function ClassLine({ known, tree, onDo }: ClassLineProps) {
  const hasKeys = useShowsTechnicalDetails()
  const { name, key, category_ids: ids, attributes } = known
  return (
    <tr>
      <th scope="row">{name}</th>
      {hasKeys && (
        <td>
          <code>{key}</code>
        </td>
      )}
      <td className="attributes-rules">
        {ids.length === 0
          ? t('None: it applies nowhere')
          : tree && ids.map((id) => formatPath(tree, id)).join(', ')}
      </td>
      <td className="attributes-rules">
        {attributes.length === 0 ? t('None') : describeRequirements(attributes)}
      </td>
      <td className="api-row-action attributes-actions">
        <Allowed to="classes">
          <IconButton label={t('Edit {name}', { name })} onClick={() => onDo({ kind: 'edit', known })}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={t('Delete {name}', { name })} onClick={() => onDo({ kind: 'delete', known })}>
            <Trash2 aria-hidden />
          </IconButton>
        </Allowed>
      </td>
    </tr>
  )
}

interface DeleteClassDialogProps {
  readonly known: AttributeClass
  readonly onClose: () => void
}

function DeleteClassDialog({ known, onClose }: DeleteClassDialogProps) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const deletion = useMutation({
    mutationFn: ({ id }: AttributeClass) => deleteClass(workspace.id, id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: classesKey(workspace.id) })
      showSuccess(t('{name} was deleted', { name: known.name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name: known.name })}
      action={t('Delete the class')}
      subject={known}
      mutation={deletion}
      failure={t('The class was not deleted')}
      onClose={onClose}
    >
      <p>{describe(known)}</p>
    </ConfirmDialog>
  )
}

function describe({ attributes, entity_type: type }: AttributeClass): string {
  const { singular } = typeTexts()[type]
  if (attributes.length === 0) return t('It has no attributes, so nothing looks different without it.')
  return t(
    '{count, plural, one {Its attribute stays} other {Its # attributes stay}}, with all values. What no other class has is shown for every {singular} again. This cannot be undone.',
    { count: attributes.length, singular },
  )
}
