export interface AssociatedApps {
  android: readonly { package_name: string; sha256_cert_fingerprints: readonly string[] }[]
  ios: readonly { team_id: string; bundle_id: string }[]
}

/** Creates the `assetlinks.json` with which these Android apps open the host's links. */
export function makeAssetLinks(android: AssociatedApps['android']): string {
  return toText(
    android.map(({ package_name, sha256_cert_fingerprints }) => ({
      relation: ['delegate_permission/common.handle_all_urls'],
      target: { namespace: 'android_app', package_name, sha256_cert_fingerprints },
    })),
  )
}

/** Creates the `apple-app-site-association`: all paths except those that the host serves to programs. */
export function makeAppSiteAssociation(ios: AssociatedApps['ios']): string {
  return toText({
    applinks: {
      details: [
        {
          appIDs: ios.map(({ team_id, bundle_id }) => `${team_id}.${bundle_id}`),
          components: [
            { '/': '/api/*', exclude: true },
            { '/': '/.well-known/*', exclude: true },
            { '/': '*' },
          ],
        },
      ],
    },
  })
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
