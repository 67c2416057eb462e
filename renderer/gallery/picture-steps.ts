import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import { type EditStep, editStepsAttribute } from '#shared/renditions.ts'
import { attributesQuery, createAttribute } from '../api/attributes-queries.ts'
import { entityQuery } from '../api/detail-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { t } from '../ui/text.ts'
import { errorText, showError } from '../ui/toast.tsx'
import { readSteps } from './edit-steps.ts'
import type { PictureEdits } from './picture-edits.ts'

type Steps = readonly EditStep[]

interface StepTarget {
  /** Answers false where the steps could not be saved; what waits is dropped then. */
  readonly save: (steps: Steps) => Promise<boolean>
  /** Called with the steps that are not saved yet, and with undefined once all are. */
  readonly onPending: (steps: Steps | undefined) => void
}

/** Saves one list of steps after another; of those that come while one is being saved only the last. */
export class StepSaver {
  readonly #target: StepTarget
  #pending: Steps | undefined

  constructor(target: StepTarget) {
    this.#target = target
  }

  async change(steps: Steps): Promise<void> {
    const isSaving = this.#pending !== undefined
    this.#pending = steps
    this.#target.onPending(steps)
    if (isSaving) return
    let saved: Steps | undefined
    while (this.#pending !== saved) {
      saved = this.#pending
      if (!(await this.#target.save(saved))) break
    }
    this.#pending = undefined
    this.#target.onPending(undefined)
  }
}

interface PictureSteps {
  readonly steps: Steps
  /** Shows the steps at once and saves them; the tools stay usable meanwhile. */
  readonly change: (steps: Steps) => void
}

/** The steps by which an image is edited, with those that are still being saved; undefined until it is read. */
export function usePictureSteps(id: string, edits: PictureEdits): PictureSteps | undefined {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const query = entityQuery(api, 'image', id)
  const { data: image } = useQuery(query)
  const [pending, setPending] = useState<Steps>()
  const write = useWriteSteps(edits)
  const save = async (steps: Steps): Promise<boolean> => {
    const current = queryClient.getQueryData<EntityResource>(query.queryKey)
    return current !== undefined && (await write(current, steps))
  }
  const [saver] = useState(() => new StepSaver({ save, onPending: setPending }))
  if (!image) return undefined
  return {
    steps: pending ?? readSteps(image.attributes[editStepsAttribute.key]),
    change: (steps) => void saver.change(steps),
  }
}

function useWriteSteps(edits: PictureEdits) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const query = attributesQuery(api, 'image')
  return async (image: EntityResource, steps: Steps): Promise<boolean> => {
    try {
      const attributes = await queryClient.ensureQueryData(query)
      if (!attributes.some(({ key }) => key === editStepsAttribute.key)) {
        await createAttribute(api, { ...editStepsAttribute })
        await queryClient.invalidateQueries({ queryKey: query.queryKey })
      }
      const value = steps.length === 0 ? null : JSON.stringify(steps)
      return await edits.write({ image, key: editStepsAttribute.key, value })
    } catch (error) {
      showError(t('The value could not be saved'), { description: errorText(error) })
      return false
    }
  }
}
