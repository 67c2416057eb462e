import { useQueryClient } from '@tanstack/react-query'
import type { AttributeConfig } from '#shared/attributes.ts'
import { moveAttribute } from '../api/attributes-queries.ts'
import { moveColumn } from '../state/look.ts'
import { useListDrag, type DropPlace } from '../ui/use-list-drag.ts'
import { showError } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'

/** The order of attributes, which is that of the columns: changed by dragging and by steps. */
export function useAttributeOrder(configs: readonly AttributeConfig[]) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const keys = configs.map(({ key }) => key)
  const put = async (key: string, place: DropPlace): Promise<void> => {
    const config = configs.find((each) => each.key === key)
    const ordered = moveColumn(keys, key, place)
    if (!config || ordered.join() === keys.join()) return
    const queryKey = ['attributes', workspace.id, config.entity_type, 'configs']
    queryClient.setQueryData(
      queryKey,
      ordered.flatMap((each) => configs.find((known) => known.key === each) ?? []),
    )
    try {
      await moveAttribute(workspace.id, config, ordered[ordered.indexOf(key) + 1] ?? null)
    } catch (error) {
      showError(`${config.name} could not be moved`, { description: (error as Error).message })
    }
    await queryClient.invalidateQueries({ queryKey: ['attributes', workspace.id] })
  }
  const drag = useListDrag<HTMLTableSectionElement>((key, place) => void put(key, place))
  const move = (key: string, step: 1 | -1): void => {
    const target = keys[keys.indexOf(key) + step]
    if (target !== undefined) void put(key, { id: target, side: step === 1 ? 'behind' : 'before' })
  }
  return { ...drag, move }
}
