import {
  validateBundleId,
  validateFingerprint,
  validatePackageName,
  validateTeamId,
  type Broken,
} from './app-ids.js'
import { warnOfUploadKey } from './asset-links.js'
import { at, reject, rootPlace, type FileProblem, type Place } from './file-problem.js'
import type { AssociatedApps } from './make-files.js'

/** Checks the ids from which both files are made, with the same rules as the files. */
export function checkApps({ android, ios }: AssociatedApps): FileProblem[] {
  const root = rootPlace()
  const packages = android.map((app) => app.package_name)
  android.forEach((app, index) => {
    const place = at(at(root, 'android'), index)
    note(at(place, 'package_name'), validatePackageName(app.package_name))
    noteTwice(at(place, 'package_name'), packages.indexOf(app.package_name) < index)
    const list = at(place, 'sha256_cert_fingerprints')
    app.sha256_cert_fingerprints.forEach((one, each) => {
      note(at(list, each), validateFingerprint(one))
      noteTwice(at(list, each), app.sha256_cert_fingerprints.indexOf(one) < each)
    })
    warnOfUploadKey(list, app.sha256_cert_fingerprints)
  })
  const bundles = ios.map(({ team_id, bundle_id }) => `${team_id}.${bundle_id}`)
  ios.forEach((app, index) => {
    const place = at(at(root, 'ios'), index)
    note(at(place, 'team_id'), validateTeamId(app.team_id))
    note(at(place, 'bundle_id'), validateBundleId(app.bundle_id))
    noteTwice(place, bundles.indexOf(bundles[index] ?? '') < index)
  })
  return root.problems
}

function note(place: Place, broken: Broken | null): void {
  if (broken !== null) reject(place, broken.rule, broken.message)
}

function noteTwice(place: Place, isTwice: boolean): void {
  if (isTwice) reject(place, 'twice', 'This entry is in the list twice.')
}
