import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import { moveToTrash, restoreFromTrash, undoEdit } from '../api/changes-queries.ts'
import type { Api } from '../api/client.ts'
import { detailKey, storeFile, writeUnlessChanged } from '../api/detail-queries.ts'
import { picturesKey } from '../api/pictures-queries.ts'
import { countKey, galleryKey } from '../query/list-queries.ts'
import { formatEntityCount } from '../state/entity-types.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { t } from '../ui/text.ts'
import { errorText, showError, showSuccess } from '../ui/toast.tsx'

type UndoStep = { readonly edit: string } | { readonly trashed: readonly string[] }

interface TextWrite {
  readonly image: EntityResource
  readonly key: string
  readonly value: AttributeValue | null
}

const toastSubject = 'gallery-edit'

/** The changes of the gallery, with the steps that undo them, the last one first. */
export class PictureEdits {
  readonly #api: Api
  readonly #queryClient: QueryClient
  readonly #steps: UndoStep[] = []

  constructor(api: Api, queryClient: QueryClient) {
    this.#api = api
    this.#queryClient = queryClient
  }

  /** Writes one value of an image unless somebody else has changed it meanwhile. */
  async write({ image, key, value }: TextWrite): Promise<boolean> {
    try {
      const expected = image.attributes[key] ?? null
      const written = await writeUnlessChanged(this.#api, image, { key, value, expected })
      if (written?.editId) this.#steps.push({ edit: written.editId })
      if (!written)
        showError(t('Somebody else has changed this meanwhile'), {
          description: t('The new value is shown. Enter yours again if it should replace it.'),
          isPassing: true,
        })
      return written !== undefined
    } catch (error) {
      showError(t('The value could not be saved'), { description: errorText(error) })
      return false
    } finally {
      await this.#refresh(image.id)
    }
  }

  /** Gives an image another file; its texts and all that refer to it stay. */
  async replace(id: string, key: string, file: File): Promise<void> {
    try {
      const value = await storeFile(this.#api, file)
      const image = (await this.#api.call('GET /images/{id}', { path: { id } })).data
      if (value === image.attributes[key]) {
        showSuccess(t('This picture is there already'), { subject: toastSubject })
      } else if (await this.write({ image, key, value })) {
        this.#offerUndo(t('Picture of {name} replaced', { name: image.label ?? t('Without a name') }))
      }
    } catch (error) {
      showError(t('The picture could not be replaced'), { description: errorText(error) })
    }
  }

  async trash(ids: readonly string[]): Promise<boolean> {
    try {
      const count = await moveToTrash(this.#api, 'image', ids)
      this.#steps.push({ trashed: ids })
      this.#offerUndo(t('{what} moved to the trash', { what: formatEntityCount(count, 'image') }))
      return true
    } catch (error) {
      showError(t('The pictures could not be moved to the trash'), { description: errorText(error) })
      return false
    } finally {
      await this.#refresh()
    }
  }

  /** Takes the last step back; does nothing where there is none. */
  async undo(): Promise<void> {
    const step = this.#steps.pop()
    if (!step) return
    try {
      if ('edit' in step) await undoEdit(this.#api, step.edit)
      else await restoreFromTrash(this.#api, step.trashed)
      showSuccess(t('Taken back'), { subject: toastSubject })
    } catch (error) {
      showError(t('This could not be taken back'), { description: errorText(error) })
    }
    await this.#refresh()
  }

  #offerUndo(title: string): void {
    showSuccess(title, {
      subject: toastSubject,
      action: { label: t('Undo'), onPress: () => void this.undo() },
    })
  }

  async #refresh(id?: string): Promise<void> {
    const { workspaceId } = this.#api
    const keys = [galleryKey(workspaceId), countKey(workspaceId), picturesKey(workspaceId)]
    const details = id === undefined ? ['detail', workspaceId] : detailKey(workspaceId, id)
    await Promise.all([...keys, details].map((queryKey) => this.#queryClient.invalidateQueries({ queryKey })))
  }
}

export function usePictureEdits(): PictureEdits {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useMemo(() => new PictureEdits(api, queryClient), [api, queryClient])
}
