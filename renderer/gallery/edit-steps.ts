import { type EditStep, editStepsAttribute } from '#shared/renditions.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import { attributesQuery, createAttribute } from '../api/attributes-queries.ts'
import { entityQuery } from '../api/detail-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { t } from '../ui/text.ts'
import { errorText, showError } from '../ui/toast.tsx'
import type { PictureEdits } from './picture-edits.ts'

/** The steps in a value of an image; what is no list of steps counts as none. */
export function readSteps(value: unknown): readonly EditStep[] {
  const parsed = typeof value === 'string' ? parseText(value) : value
  return Array.isArray(parsed) ? parsed.filter(isStep) : []
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isStep(step: unknown): step is EditStep {
  return typeof step === 'object' && step !== null && 'step' in step
}

/** By how much the last step straightens a picture; 0 where it does something else. */
export function tiltOf(steps: readonly EditStep[]): number {
  const last = steps.at(-1)
  return last?.step === 'straighten' ? last.degrees : 0
}

export function hasWhiteBackground(steps: readonly EditStep[]): boolean {
  return steps.some(({ step }) => step === 'white_background')
}

/** The brightness from which a pixel that reaches the border becomes white. */
const whiteFrom = 235

/** Makes an almost white background white, or takes that back. */
export function toggleWhite(steps: readonly EditStep[]): readonly EditStep[] {
  const others = steps.filter(({ step }) => step !== 'white_background')
  return others.length < steps.length
    ? others
    : [...steps, { step: 'white_background', threshold: whiteFrom }]
}

/** Adds a step; one that takes back or goes on the last one becomes one with it. */
export function addStep(steps: readonly EditStep[], next: EditStep): readonly EditStep[] {
  const last = steps.at(-1)
  const joined = last?.step === next.step ? joinSteps(last, next) : undefined
  return joined === undefined ? [...steps, next] : [...steps.slice(0, -1), ...joined]
}

/** Joins two steps of a kind to one; undefined where each stands for itself. */
function joinSteps(last: EditStep, next: EditStep): readonly EditStep[] | undefined {
  if (last.step === 'rotate' && next.step === 'rotate') {
    const degrees = (last.degrees + next.degrees) % 360
    return isTurn(degrees) ? [{ step: 'rotate', degrees }] : []
  }
  if (last.step === 'flip' && next.step === 'flip') return last.axis === next.axis ? [] : undefined
  if (next.step === 'straighten') return next.degrees === 0 ? [] : [next]
  return next.step === 'focal_point' ? [next] : undefined
}

function isTurn(degrees: number): degrees is 90 | 180 | 270 {
  return degrees === 90 || degrees === 180 || degrees === 270
}

export interface Fractions {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const leastPart = 0.02

/** The part of a picture between two points of it; undefined where it is too small to be meant. */
export function cropBetween(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
): Fractions | undefined {
  const [left, right] = [inside(Math.min(from.x, to.x)), inside(Math.max(from.x, to.x))]
  const [top, bottom] = [inside(Math.min(from.y, to.y)), inside(Math.max(from.y, to.y))]
  if (right - left < leastPart || bottom - top < leastPart) return undefined
  return { x: left, y: top, width: rounded(right - left), height: rounded(bottom - top) }
}

function inside(value: number): number {
  return rounded(Math.max(0, Math.min(1, value)))
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

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
