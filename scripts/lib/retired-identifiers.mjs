/** Names replaced by the field's terms (docs/glossary.md). ESLint rejects them, in Dart `scripts/retired-words.mjs`. */
export const RETIRED_IDENTIFIERS = `
  CalmClient ClickFate ClickTally clickTally continueParking countTallies createCalmBackend createFairSlots
  createPromptBatcher createRetryRoom crowdedClicks DatabaseWatch DatabaseWatchOptions DEAF_TOKENS
  endSilentConnections FairSlots FairSlotsOptions fate fateOf faultFate firstOfEach FORGET_OF_INSTALLS
  forgetById forgetClicks forgetFingerprints forgetInBatches forgetMatchTraces forgetOfAttributions forgetOnce
  forgetRefusal ForgetMark forgetMark ForgettingWalk forgetTracesOnce forgetVisitors forgetVisits Forgotten
  ForgottenBatch ForgottenIds gatherItems guardEach Hearing HearingOptions inOneTrip insertTalliedClicks
  isRowAtFault JobFate judgeAll judgeAppId judgeBundleId judgeFile judgeFingerprint judgeHost judgeKind
  judgeLinks judgeNewLinks judgePackageName judgeTeamId judgeUrl leadsToLinkHost LeadsToLinkHost lingerMs
  LinkOfInstall LinkOfInstallKey lookUp lookUpApps lookUpDomain LookUps mergeTargetOf notifyHearing OF_THE_ROW
  onDeaf onMissed paceLookUps parkOrWait postponeRescue promptly proveHearing PutOff putOffs raiseCounts
  readForEach readLinksOfInstalls refuseArchived RefusedHost refuseExternals refuseFields refuseGuesser
  refuseHidden refuseIfHeld refuseLoop refuseMethod refuseProblems refusesHead refuseTwoHosts refuseUnknown
  refuseWhileSpooled refuseWrong RetryRoom retryRoom runBatch settleAttempts SettledOutcome SettledRow
  settleJob SettleOutcome startCountingClicks startForgetting startForgettingTraces Strangers TALLIES_AT_ONCE
  tallyColumns tapTimeMs tapUtm toLinkOfInstall VisitFate wasParking watchConnections watchDatabase
  WORTH_POSTPONING_MS quietly readTwice withLimit retainOnce UNHEARD_FRESH_MS HEARD_FRESH_MS HEARD_OF_ALL_MS
  forgetChanged refusalHeaders countRefusal answerRefusal refusalText visitToken signVisitToken
  verifyVisitToken VisitTokenInput VISIT_TOKEN_SECONDS recordVisit visitBody VisitBody listVisitedClicks
  tracesForgotten unsettled mostWaiting lookAtHosts lookAtDomain DomainLook lookAgain toldDevice
  versionToldByApp wasRefused FAILURE_TOLD_EVERY_MS FAULT_TOLD_EVERY_MS mostFirst beginLook sharedSlots
  slowSlots forgetOne
  CrowdOptions CrowdReport crowdTaps drawPerson InstallsSite makeService onSite OwnPostgres ServiceProcess
  acceptedTapIds judgeEpisode JudgedInstall JudgedWorld judgeSchedule PlayedClick PlayedEpisode PlayedInstall
  PlayedTap PlayedWorld playEpisode playInstall playSeed playTap playWorld POSTGRESQL_AWAY tapId tapOfClick tapsOf
  startBareDatabase startInstallsSite startOwnPostgres startOwnStack startRig startSite withTrial
  addSite askedAtMs closeSilent crowd crowdOf DatabaseSilentError deaf drawWishes endIfSilent envToJudge
  FIRST_LOOK_MS hasWon hearing InstallWishes isCrowd isOwnCrowded leavePlace leaveWhenAnswered ledger lesser
  linger lookAfter lookNow lookUps noTallies noTally REFUSAL_TOLD_EVERY_MS refuseProduction SignalTally SILENT_MS
  tallies tally Tally tallyOf Tapped tappedBy taps toldMajor toldMinor traceOf Wish wishes
`
  .trim()
  .split(/\s+/)

/** Words and phrases that no text may contain, with what to write instead: comments, titles, messages, pages. */
export const RETIRED_PHRASES = {
  tally: 'click delta',
  tallies: 'click deltas',
  parkings: 'hold_backlog',
  forget_marks: 'retention_cursors',
  deaf: 'unhealthy',
  lesser: 'superseded',
  ledger: 'event log',
  zoo: 'hostile receivers',
  habitat: 'environment',
  anew: 'again',
  'but for': 'except',
  'given back': 'released, returned',
  'stands in for': 'replaces',
  'what came of': 'result',
  'is told': 'is notified; receives',
  'are told': 'are notified; receive',
  "one's own": 'a separate; the given',
}
