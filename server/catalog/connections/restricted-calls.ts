/**
 * Decides which operations answer somebody who may not read all attributes. Reads get a view of the connection in which the
 * hidden ones are not there; an operation that is not listed here is refused, since nobody has said how it
 * answers them.
 */
import { isObject } from '#shared/exact-json.ts'
import { message } from '#shared/messages/message.ts'
import { nameRole, type Role, roles } from '#shared/team.ts'
import { hiddenFrom, hidesAttributes, viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { CatalogError } from '../errors.ts'
import type { ReadCatalog } from './reader.ts'

/** Returns what a caller of the role reads by. Throws `forbidden` where the operation would tell more. */
export function viewOfCaller(db: ReadableDb, name: string, role: Role | undefined): ReadableDb {
  const view = viewFor(db, role)
  if (hidesAttributes(view) && role && !isAnswered(name)) throw restricted(role)
  return view
}

/**
 * Returns the input of a write with the role of its caller, where something is hidden from the role. Throws
 * `forbidden` where the write could tell what the role may not read.
 */
export function inputOfCaller(
  db: ReadableDb,
  { name, role }: { readonly name: string; readonly role?: Role | undefined },
  input: unknown,
): unknown {
  const hidden = role && hiddenFrom(db, role)
  if (!hidden) return input
  if (hidesAttributes({ hidden }) && !isAnswered(name)) throw restricted(role)
  return { ...(input as object), role }
}

/** Throws `forbidden` for a job whose handler does not keep to what its role may read. */
export function requireMayRun(db: ReadableDb, handler: string): void {
  const { hidden } = db
  if (hidden && hidesAttributes(db) && !runningJobs.has(handler)) throw restricted(hidden.role)
}

export function readAs(read: ReadCatalog, role: Role | undefined): ReadCatalog {
  return (fn) => read((db) => fn(viewFor(db, role)))
}

/** The role in which a job reads; undefined for one of the server itself, or whose result tells only counts. */
export function roleOfJob(handler: string, input: unknown): Role | undefined {
  if (wholeJobs.has(handler)) return undefined
  const context = isObject(input) ? input['context'] : undefined
  const name = isObject(context) ? context['role'] : undefined
  return roles.find((role) => role === name)
}

function isAnswered(name: string): boolean {
  return viewed.has(name) || open.has(name)
}

function restricted(role: Role): CatalogError {
  return new CatalogError('forbidden', message('attribute.role_may_not_read_all', { role: nameRole(role) }))
}

/** These answer by a view of the role, or leave out by themselves what the role may not read. */
const viewed = namesIn(`
    acceptFinding aggregateList applyEdits areReadable batchEntities beginAutomationRun bulkEditChunk
    cellMarks cellOrigins channelCompleteness checkEventFilters chooseChanges compareExports countGroups
    countTree createAlias createAttribute createAutomation createComment createEntity createExportProfile
    createImportProfile createNote createQualityRule createReply createSavedAction createVariants
    createView decideChunk decideProposals deleteAttribute deleteAutomation deleteExportProfile
    deleteImportProfile deleteNote deleteQualityRule deleteSavedAction deleteView describeAttributes
    distinctValues dropUnusedAttributes duplicateView effectiveClasses enqueueBulkEdit
    enqueueClusterMerge enqueueExport enqueueGeneration enqueueImport enqueuePictures enqueueSource
    enqueueUndoImport estimateGeneration estimateTries findBranches findCells findClusters
    findCommentType findExport findNoteType findTypesOfFiles finishAction fixChunk fixValues freezeList
    getAutomation getEntity getJob holdAutomationRun importRows listActions listAliases
    listAttributeClasses listAttributeConfigs listAttributes listAutomations listChannels listComments
    listDuplicates listEntities listEvents listExportProfiles listFieldPrompts listFindings
    listImageVersions listImportProfiles listJobs listLeftOut listNotes listNotices listPictureUses
    listPictures listProposals listQualityRules listReferences listReferrers listRunIds listSavedActions
    listVariants listViews mergeChunk mergeClusters mergeClustersChunk mergeEntities mergeNamedClusters
    moveAttribute nextGenerationWork planTry planVariants previewAutomation previewChannel
    previewClusterMerge previewDefinition previewFix previewFormula productCompleteness proposeEdits
    proposeMapping proposeSemanticTypes proposeUpdate proposeValues readAutomationNeeds readAxes
    readChannel readComment readCompletenessHistory readEventsAfter readFacets readGenerationNeeds
    readPassages readPromptVersions readProvenance readQuality readQualityScores readSnapshot
    readStepTargets readValuesToEmbed reopenFinding reopenProposals restoreChanges runActionChunk
    runAutomation runWholeAction sampleBulkEdit setAxes settlePicture startImport startImportPass
    storeGenerated summarizeComments summarizeNotes summarizeQuality summarizeReview tryQualityRule
    undoChunk undoEdit undoImportChunk updateAttribute updateAutomation updateComment updateEntity
    updateExportProfile updateImportProfile updateNote updateQualityRule updateSavedAction updateView
    upsertEntity`)

/** These say nothing of values, or only of what their caller sends. */
const open = namesIn(`
    addFile advanceSearch beatJob beginToIndex cancelJob countJobs createAttributeClass createRecipe
    decideDuplicate deleteAlias deleteAttributeClass deleteRecipe describeEdit describeJobWork
    describeProducts dismissNotice dropDuplicateGroups dropWaitingJob emptyTrash enqueueChecks
    enqueueDuplicates enqueueUndo findAnswer findDuplicateType findExportType findLinkedByHash
    finishIndexing finishJob giveUpIndexing hasFailed indexRows keepFileDetails keepOrderedVideo
    listMissingLinked listNearSame listNotHeld listPeople listRecipes listTrash listUnfinishedJobsOf
    listUnplacedFiles noteCalls noteCutOffCalls planLinkedRendition planRendition readExportProfile
    readFile readFileDetails readLinkedFile readRecipe readScraped readSpend recordWebhookEvent
    removeLeftovers reportJobProgress reportStages reserveCalls restoreEntities retryJob savePage
    savedSoFar scopesOfFeed settleTry storeChecks storeDuplicateGroups storeFile storePictureSignatures
    storeSource trashEntities updateRecipe withdrawJob`)

/**
 * These would tell values of all attributes, or change some that their caller does not know of. Most are of
 * the server itself, which calls them in no role.
 */
const refused = namesIn(`
    addLibrary adoptWatchedFolder applyMatchChunk applyTemplate changeLibraryName checkAssetApply
    chooseSemanticTypes claimJob convertProducts createChannel createFeed deleteChannel deleteFeed
    deleteLibrary disableChannel enableChannel endLibraryScan enqueueAssetApply enqueueAssetExport
    enqueueAssetMatch enqueueFeedRun enqueueLibraryScan enqueuePackage findTakenMark forgetQuestions
    forgetUnplacedFiles getScannedLibrary hasUntakenFile keepChannelNames listAssetPlan listFeeds
    listScannedLibraries listWatchedJobs lookForAutomations mapChannel moveLinkedFiles nextAutomationTime
    noteAutomationLooks noteDelivered noteFeedFile noteFeedProblem noteFeedQuestions noteFileMoved
    noteLibraryAway noteStepElsewhere planAutoGeneration readDailyPoints readPendingStep
    recordDailyPoints removeUnwantedFiles requeueJobs requireWholeView settleFeedRun spentByItself
    startRunGeneration startScheduledRuns storeAssetPlan storeFileFacts storeLinkedFiles storeResults
    storeUnplacedFiles takeFeedProblem takeOverWorkspace updateAttributeClass updateFeed writeMissing`)

/** The jobs that run in a role which may not read all attributes, by what their role may read. */
const runningJobs = namesIn(`
    automation bulk_edit channel_export cluster_merge decide_proposals export fetch_pictures generation
    import merge_entities quality_fix source_ingest undo_edit undo_import`)

/** The jobs that look at all values whoever asks for them, and keep what they find for everybody. */
const wholeJobs = namesIn(`
    find_duplicates quality_check`)

const refusedJobs = namesIn(`
    asset_apply asset_export asset_match library_scan package`)

/** The names in a text, which stand apart by white space. */
export function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** All operations and jobs that are decided on, for the tests that each of them is. */
export const decidedOperations: ReadonlySet<string> = new Set([...viewed, ...open, ...refused])
export const decidedJobs: ReadonlySet<string> = new Set([...runningJobs, ...wholeJobs, ...refusedJobs])
