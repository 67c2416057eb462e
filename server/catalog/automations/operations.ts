import {
  createAutomation,
  deleteAutomation,
  dismissNotice,
  getAutomation,
  listAutomations,
  listNotices,
  runAutomation,
  updateAutomation,
} from './automations.ts'
import {
  listRunIds,
  noteStepElsewhere,
  readPendingStep,
  spentByItself,
  startRunGeneration,
} from './elsewhere.ts'
import { lookForAutomations, nextAutomationTime, noteLooks, startScheduledRuns } from './looks.ts'
import { previewAutomation } from './preview-automation.ts'
import {
  beginAutomationRun,
  finishAction,
  holdAutomationRun,
  runActionChunk,
  runWholeAction,
} from './run-automation.ts'
import { readAutomationNeeds } from './needed-scopes.ts'

export const automationReads = {
  listAutomations,
  getAutomation,
  previewAutomation,
  readAutomationNeeds,
  lookForAutomations,
  nextAutomationTime,
  spentByItself,
  readPendingStep,
  listRunIds,
  listNotices,
}

export const automationWrites = {
  createAutomation,
  updateAutomation,
  deleteAutomation,
  runAutomation,
  noteAutomationLooks: noteLooks,
  startScheduledRuns,
  beginAutomationRun,
  holdAutomationRun,
  runActionChunk,
  runWholeAction,
  finishAction,
  startRunGeneration,
  noteStepElsewhere,
  dismissNotice,
}
