import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { rightsAttributes } from '#shared/picture-rights.ts'
import { attributeConfigsQuery, attributesKey, createAttribute } from '../api/attributes-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { t } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'

/** Offers the attributes of images that say where and how long a picture may be shown, until all are there. */
export function OfferedRights() {
  const { api, workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const { data: configs } = useQuery(attributeConfigsQuery(workspace.id, 'image'))
  const known = new Set(configs?.map(({ key }) => key))
  const lacking = rightsAttributes.filter(({ key }) => !known.has(key))
  const addition = useMutation({
    mutationFn: async () => {
      for (const { name, ...rest } of lacking)
        await createAttribute(api, { ...rest, name: t(name), entity_type: 'image' })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: attributesKey(api.workspaceId) }),
    onError: showError,
  })
  if (!configs || lacking.length === 0) return null
  return (
    <p className="ui-field-hint">
      {t('Say whose a picture is, and where and until when it may be shown: channels leave out the others.')}{' '}
      <Button disabled={addition.isPending} onClick={() => addition.mutate()}>
        {t('Add attributes for rights')}
      </Button>
    </p>
  )
}
