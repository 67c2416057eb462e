import { t } from '../ui/text.ts'
import { Play } from 'lucide-react'
import { createPlace } from '../query/place.ts'
import { goTo } from '../query/use-place.ts'
import { startTour, type TourId, tourIds, tourViews } from '../state/tour.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { tours } from './tours.ts'
import './help.css'

/** The three tours, each with a button that begins it. */
export function TourList() {
  const { workspace } = useWorkspace()
  const begin = (id: TourId): void => {
    goTo(createPlace(workspace.id, tourViews[id]))
    startTour(id)
  }
  return (
    <ul className="help-tours" aria-label={t('Tours')}>
      {tourIds.map((id) => (
        <li key={id}>
          <button type="button" className="help-tour" onClick={() => begin(id)}>
            <Play aria-hidden />
            <span>
              <strong>{tours()[id].name}</strong>
              <span className="ui-field-hint">{tours()[id].about}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
