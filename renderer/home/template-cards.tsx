import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Armchair, BookOpen, Carrot, Cog, MonitorSmartphone, Shirt, type LucideIcon } from 'lucide-react'
import { commonAttributes, type TemplateKey, templateKeys, templates } from '#shared/templates.ts'
import { undoEdit } from '../api/changes-queries.ts'
import { callWorkspace } from '../api/client.ts'
import { createLocation, goTo } from '../query/location.ts'
import { formatEntityCount } from '../state/entity-types.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { useLanguage } from '../state/language.ts'
import { cachedByLanguage, t } from '../ui/text.ts'
import { errorText, showError, showSuccess } from '../ui/toast.tsx'

interface TemplateLook {
  readonly icon: LucideIcon
  readonly name: string
}

const looks = cachedByLanguage((): Readonly<Record<TemplateKey, TemplateLook>> => ({
  fashion: { icon: Shirt, name: t('Fashion') },
  furniture: { icon: Armchair, name: t('Furniture') },
  food: { icon: Carrot, name: t('Food') },
  electronics: { icon: MonitorSmartphone, name: t('Electronics') },
  spare_parts: { icon: Cog, name: t('Spare parts') },
  books: { icon: BookOpen, name: t('Books') },
}))

/** Attributes, categories, classes, rules and views of a trade, made by one press and undone by another. */
export function TemplateCards() {
  const start = useStart()
  return (
    <>
      <h3 id="templates">{t('Or start from a template')}</h3>
      <ul className="begin-templates" aria-labelledby="templates">
        {templateKeys.map((key) => {
          const { icon: Icon, name } = looks()[key]
          return (
            <li key={key}>
              <button
                type="button"
                className="begin-other"
                disabled={start.isPending}
                aria-busy={(start.isPending && start.variables === key) || undefined}
                onClick={() => start.mutate(key)}
              >
                <Icon aria-hidden />
                <span>
                  <strong>{name}</strong>
                  <span>{describeContent(key)}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function describeContent(key: TemplateKey): string {
  const { attributes, categories } = templates[key]
  return t('{count, plural, one {# attribute} other {# attributes}}, {categories}', {
    count: commonAttributes.length + attributes.length,
    categories: formatEntityCount(
      categories.reduce((total, { below }) => total + 1 + below.length, 0),
      'category',
    ),
  })
}

function useStart() {
  const { api, workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const language = useLanguage() === 'de' ? 'de' : 'en'
  const undo = async (edit: string): Promise<void> => {
    try {
      await undoEdit(api, edit)
      showSuccess(t('The template was removed'))
    } catch (error) {
      showError(t('It was not undone'), { description: errorText(error) })
    }
    await queryClient.invalidateQueries()
  }
  return useMutation({
    mutationFn: async (template: TemplateKey) =>
      (await callWorkspace(workspace.id, 'POST /templates', { body: { template, language } })).data,
    onSuccess: async ({ edit_id: edit }, template) => {
      await queryClient.invalidateQueries()
      goTo(createLocation(workspace.id, 'product'))
      showSuccess(t('Started from {name}', { name: looks()[template].name }), {
        description: t('Attributes, categories with their classes, rules and views are there.'),
        action: { label: t('Undo'), onPress: () => void undo(edit) },
      })
    },
    onError: (error) => showError(t('The template was not taken'), { description: errorText(error) }),
  })
}
