/**
 * How each route answers somebody who may not read all attributes. A route that is not listed here is refused
 * to them, since nobody has said how it keeps to what they may read.
 */
import { namesIn } from '../catalog/connections/restricted-calls.ts'

/** These answer by operations of the catalog, each of which keeps to what the role of its caller may read. */
const viewed = namesIn(`
    acceptFinding addCategoryList aggregateList applyAssetPlan applyEdits applyTemplate batchCategories
    batchImages batchProducts batchVendors cancelJob cellMarks cellOrigins chooseSemanticTypes
    compareExports convertProducts countGroups countTree createAlias createAttribute createAttributeClass
    createAutomation createCategory createChannel createComment createExportProfile createImage
    createImportProfile createNote createProduct createQualityRule createRecipe createReply
    createSavedAction createSource createVariants createVendor createView createWorklist decideDuplicate
    decideProposals deleteAlias deleteAttribute deleteAttributeClass deleteAutomation deleteChannel
    deleteExportProfile deleteImportProfile deleteNote deleteQualityRule deleteRecipe deleteSavedAction
    deleteView deleteWorklist disableChannel dismissNotice distinctValues downloadErrors dropJob
    duplicateView emptyTrash enableChannel estimateGeneration estimateTries exportAssets findBranches
    findCells findDuplicates fixQuality getAutomation getCategory getCategoryProvenance getChannel
    getChannelCompleteness getExportFile getExportPictures getExportReport getFile getFileDetails
    getImage getImageProvenance getJob getLinkedFile getProduct getProductCompleteness
    getProductProvenance getRecipe getScrapedSource getSource getSourceProvenance getVendor
    getVendorProvenance importSentFile listActions listAliases listAssetPlan listAttributeClasses
    listAttributeConfigs listAttributes listAutomations listCategories listCategoryEvents
    listCategoryReferences listChannels listClusters listComments listDifferences listDuplicates
    listEvents listExportProfiles listFieldPrompts listFindings listImageEvents listImageReferences
    listImageVersions listImages listImportProfiles listIndexesInWork listJobs listLeftOut
    listMissingFiles listNearSame listNotes listNotices listPictureUses listPictures listProductEvents
    listProductReferences listProducts listPromptVersions listProposals listQualityRules listRecipes
    listReferrers listSavedActions listSourceEvents listSourceReferences listSources listSpend listTrash
    listUnplacedFiles listVariants listVendorEvents listVendorReferences listVendors listViews
    listWorklists lookUpCategories mapChannel matchAssets mergeClusters mergeEntities moveAttribute
    moveToTrash planVariants previewAutomation previewChannel previewDefinition previewFormula
    previewImport proposeMapping proposeSemanticTypes proposeValues queryCategories queryImages
    queryProducts querySources queryVendors readAxes readCategoryQuality readComment
    readCompletenessHistory readEffectiveClasses readFacets readImageQuality readPassages
    readProductQuality readQualityScores readSourceQuality readVendorQuality removeCategoryList
    removeImportFile reopenFinding reopenProposals restoreChanges restoreFromTrash retryJob runAutomation
    sampleBulkEdit searchCategoryList sendImportFile sendImportPictures setAxes startBulkEdit startExport
    startGeneration startImport startQualityChecks storeFile streamEvents summarizeComments
    summarizeNotes summarizeQuality summarizeReview tryDefinition tryQualityRule undoEdit undoJob
    updateAttribute updateAttributeClass updateAutomation updateCategory updateComment
    updateExportProfile updateImage updateImportProfile updateNote updateProduct updateQualityRule
    updateRecipe updateSavedAction updateSource updateVendor updateView updateWorklist upsertCategory
    upsertImage upsertProduct upsertVendor`)

/** These say nothing of values: they are about people, credentials, settings, or what a team holds of them. */
const open = namesIn(`
    acceptInvitation approveConsent askForNewPassword backUpWorkspace cancelPackageOpening changeAccount
    changeEmail changePassword changePerson changeProvider changeServiceAccount changeSettings
    changeWebhook checkWorkspace confirm createBackup createKey createPackage createProvider
    createServiceAccount createServiceAccountKey createWebhook createWorkspace deletePerson
    deleteProvider deleteServiceAccount deleteWebhook denyConsent endOtherSessions endSession exportLog
    getHomeCopy getHomeCopyFile getOpenapi getSession getSettings getWebhook getWorkspaceFile invite
    issueTicket listAudit listBackups listConnectionNames listConsents listGrants listGroupRoles
    listInvitations listKeys listNotifications listPackageOpenings listPeople listProviders
    listServiceAccounts listSessions listWebhooks listWorkspaces lookAtInvitation makeSignInLink
    movePresence moveWorkspace openPackage openWorkspace prepareCodes readAccount readCredential
    readDiagnostics readMe readNotifications readReplication readSetAside readSignInWays removeBackup
    removeHomeCopy renewRecoveryCodes resetCodes resetPassword restoreBackup revokeGrant revokeKey
    revokeServiceAccountKey setGroupRole signIn signOut startHomeCopy testProvider turnCodesOff
    turnCodesOn withdrawInvitation`)

/** These do work that is not done in the role of their caller, and would show values of all attributes. */
const refused = namesIn(`
    approveWebhook changeAssetLibrary changeConnection changeFeed changeWatchedFolder createAssetLibrary
    createConnection createFeed deleteAssetLibrary deleteConnection deleteFeed listAssetLibraries
    listConnections listFeeds listWatchedFolderJobs listWatchedFolders listWebhookDeliveries
    rotateWebhookSecret runFeed scanAssetLibrary sendWebhookDelivery testConnection testWebhook
    unwatchFolder watchFolder`)

/** Whether a route answers everybody, each by what they may read. */
export function keepsToRoles(routeId: string): boolean {
  return viewed.has(routeId) || open.has(routeId)
}

/** All routes whose answers to restricted roles are decided, for the test that every route is. */
export const decidedRoutes: ReadonlySet<string> = new Set([...viewed, ...open, ...refused])
