import {
  Crop,
  FlipHorizontal2,
  FlipVertical2,
  Focus,
  type LucideIcon,
  RotateCcw,
  RotateCw,
  Sun,
  Undo2,
} from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'
import type { EditStep } from '#shared/renditions.ts'
import { editedUrl } from '../api/client.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { followDrag } from '../ui/follow-drag.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import {
  usePictureSteps,
  addStep,
  cropBetween,
  type Fractions,
  hasWhiteBackground,
  tiltOf,
  toggleWhite,
} from './edit-steps.ts'
import type { PictureEdits } from './picture-edits.ts'
import type { Picture } from './picture-source.ts'

interface EditPictureProps {
  readonly picture: Picture | undefined
  readonly edits: PictureEdits
  readonly onClose: () => void
}

/** Turns, flips and crops a picture where it is shown; its file stays as it is. */
export function EditPictureDialog({ picture, edits, onClose }: EditPictureProps) {
  return (
    <Dialog
      title={t('Edit {name}', { name: picture?.name ?? t('Picture') })}
      open={picture !== undefined}
      onClose={onClose}
      size="wide"
      keepOnOutsidePress
    >
      {picture?.value !== undefined && <EditedPicture id={picture.id} value={picture.value} edits={edits} />}
    </Dialog>
  )
}

interface EditedPictureProps {
  readonly id: string
  readonly value: string
  readonly edits: PictureEdits
}

function EditedPicture({ id, value, edits }: EditedPictureProps) {
  const { workspace } = useWorkspace()
  const edited = usePictureSteps(id, edits)
  const [tool, setTool] = useState<Tool>()
  const [tilt, setTilt] = useState<number>()
  if (!edited) return <Skeleton height={320} />
  const { steps } = edited
  const change = (next: readonly EditStep[]): void => {
    setTool(undefined)
    setTilt(undefined)
    edited.change(next)
  }
  const address = editedUrl(workspace.id, value, { image: id, steps: JSON.stringify(steps), width: 1280 })
  return (
    <>
      <EditTools
        {...{ steps, tool }}
        onTool={setTool}
        onStep={(step) => change(addStep(steps, step))}
        onOriginal={() => change([])}
        onWhite={() => change(toggleWhite(steps))}
      />
      <Straighten
        degrees={tilt ?? tiltOf(steps)}
        onMove={setTilt}
        onDone={(degrees) => {
          if (degrees !== tiltOf(steps)) change(addStep(steps, { step: 'straighten', degrees }))
        }}
      />
      <EditStage
        address={address}
        tilt={tilt === undefined ? 0 : tilt - tiltOf(steps)}
        tool={tool}
        focus={steps.findLast(({ step }) => step === 'focal_point')}
        onStep={(step) => change(addStep(steps, step))}
      />
      <p className="ui-field-hint">{hintOf(tool)}</p>
    </>
  )
}

type Tool = 'crop' | 'focus'

function hintOf(tool: Tool | undefined): string {
  if (tool === 'crop') return t('Draw the part of the picture that stays.')
  if (tool === 'focus')
    return t('Press the spot that stays in view where the picture is cut to another shape.')
  return t('The file stays as it is: shops, channels and this app show the edited picture.')
}

interface EditToolsProps {
  readonly steps: readonly EditStep[]
  readonly tool: Tool | undefined
  readonly onTool: (tool: Tool | undefined) => void
  readonly onStep: (step: EditStep) => void
  readonly onOriginal: () => void
  readonly onWhite: () => void
}

function EditTools({ steps, tool, onTool, onStep, onOriginal, onWhite }: EditToolsProps) {
  const moves: readonly { readonly name: string; readonly icon: LucideIcon; readonly step: EditStep }[] = [
    { name: t('Turn left'), icon: RotateCcw, step: { step: 'rotate', degrees: 270 } },
    { name: t('Turn right'), icon: RotateCw, step: { step: 'rotate', degrees: 90 } },
    { name: t('Mirror'), icon: FlipHorizontal2, step: { step: 'flip', axis: 'horizontal' } },
    { name: t('Upside down'), icon: FlipVertical2, step: { step: 'flip', axis: 'vertical' } },
  ]
  const toggle = (next: Tool): void => onTool(tool === next ? undefined : next)
  return (
    <div className="edit-tools" role="toolbar" aria-label={t('Edit the picture')}>
      {moves.map(({ name, icon: Icon, step }) => (
        <Button key={name} variant="ghost" onClick={() => onStep(step)}>
          <Icon aria-hidden />
          {name}
        </Button>
      ))}
      <Button variant="ghost" aria-pressed={tool === 'crop'} onClick={() => toggle('crop')}>
        <Crop aria-hidden />
        {t('Crop')}
      </Button>
      <Button variant="ghost" aria-pressed={tool === 'focus'} onClick={() => toggle('focus')}>
        <Focus aria-hidden />
        {t('Focal point')}
      </Button>
      <Button
        variant="ghost"
        aria-pressed={hasWhiteBackground(steps)}

        title={t('Makes a background white that is almost white; any other stays as it is.')}
        onClick={onWhite}
      >
        <Sun aria-hidden />
        {t('White background')}
      </Button>
      <Button variant="ghost" className="edit-original" disabled={steps.length === 0} onClick={onOriginal}>
        <Undo2 aria-hidden />
        {t('Back to the original')}
      </Button>
    </div>
  )
}

const maxDegrees = 15

interface StraightenProps {
  readonly degrees: number
  /** Called while the angle is looked for. */
  readonly onMove: (degrees: number) => void
  readonly onDone: (degrees: number) => void
}

function Straighten({ degrees, onMove, onDone }: StraightenProps) {
  return (
    <label className="edit-straighten">
      {t('Straighten')}
      <input
        type="range"
        min={-maxDegrees}
        max={maxDegrees}
        step={0.5}
        value={degrees}

        onChange={({ target }) => onMove(target.valueAsNumber)}
        onPointerUp={({ currentTarget }) => onDone(currentTarget.valueAsNumber)}
        onKeyUp={({ currentTarget }) => onDone(currentTarget.valueAsNumber)}
        onDoubleClick={() => onDone(0)}
      />
      <output>{t('{degrees}°', { degrees })}</output>
    </label>
  )
}

interface EditStageProps {
  readonly address: string
  /** By how many degrees the picture is turned while an angle is looked for. */
  readonly tilt: number
  readonly tool: Tool | undefined
  readonly focus: EditStep | undefined
  readonly onStep: (step: EditStep) => void
}

type Point = { readonly x: number; readonly y: number }

function EditStage({ address, tilt, tool, focus, onStep }: EditStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [part, setPart] = useState<Fractions>()
  const pointAt = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Point => {
    const box = stage.current?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height }
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || tool === undefined) return
    event.preventDefault()
    const start = pointAt(event)
    if (tool === 'focus') return onStep({ step: 'focal_point', x: spot(start.x), y: spot(start.y) })
    let drawn: Fractions | undefined
    followDrag(event, {
      onMove(moved) {
        drawn = cropBetween(start, pointAt(moved))
        setPart(drawn)
      },
      onEnd(isDropped) {
        setPart(undefined)
        if (isDropped && drawn) onStep({ step: 'crop', ...drawn })
      },
    })
  }
  return (
    <div className="edit-frame">
      <div ref={stage} className="edit-stage" data-tool={tool} onPointerDown={onPointerDown}>
        <img
          src={address}
          alt={t('The picture as it is shown')}
          draggable={false}
          style={tilt === 0 ? undefined : { transform: `rotate(${tilt}deg)` }}
        />
        {part && <span className="edit-part" style={toPercent(part)} />}
        {focus?.step === 'focal_point' && (
          <span
            className="edit-focus"
            style={{ left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }}
            title={t('Focal point')}
          />
        )}
      </div>
    </div>
  )
}

function spot(value: number): number {
  return Math.round(Math.max(0, Math.min(1, value)) * 1000) / 1000
}

function toPercent({ x, y, width, height }: Fractions) {
  return {
    left: `${x * 100}%`,
    top: `${y * 100}%`,
    width: `${width * 100}%`,
    height: `${height * 100}%`,
  }
}
