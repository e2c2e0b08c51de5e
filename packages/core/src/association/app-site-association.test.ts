import { describe, expect, it } from '@jest/globals'
import { checkAppSiteAssociation } from './app-site-association.js'

const APP = '9JA89QQLNQ.com.acme.shop'
const links = (applinks: unknown) => ({ applinks })
const detail = (parts: object) => links({ details: [{ appIDs: [APP], ...parts }] })
const components = (...list: unknown[]) => detail({ components: list })
const paths = (...list: unknown[]) => links({ apps: [], details: [{ appID: APP, paths: list }] })

/** `severity rule path` of each problem. */
const problemsOf = (value: unknown) =>
  checkAppSiteAssociation(typeof value === 'string' ? value : JSON.stringify(value)).map(
    ({ severity, rule, path }) => `${severity} ${rule} ${path}`.trim(),
  )
const DETAIL = 'applinks.details[0]'

describe('an association file', () => {
  it('accepts the current form and that of iOS 9 to 12', () => {
    expect(
      problemsOf({
        ...components(
          { '#': 'web', exclude: true, comment: 'stays in the browser' },
          { '/': '/$(lang)/$(food)/*', '?': { size: '??' }, caseSensitive: false },
          { '/': '*' },
        ),
        applinks: {
          ...(components({ '/': '/$(lang)/$(food)/*', '?': { size: '??' } }, { '/': '*' })
            .applinks as object),
          substitutionVariables: { food: ['burrito', 'pizza*'] },
          defaults: { percentEncoded: true },
        },
        webcredentials: { apps: [APP] },
        appclips: { apps: [`${APP}.Clip`] },
      }),
    ).toEqual([])
    expect(problemsOf(paths('NOT /help/*', '/buy/*', '*'))).toEqual([])
  })

  it.each([
    ['a list', [], ['error not_an_object']],
    ['Android’s file', [{ relation: [], target: {} }], ['error wrong_file']],
    ['null', null, ['error not_an_object']],
    ['an empty object', {}, ['error no_service']],
    ['another spelling', { appLinks: {} }, ['error no_service', 'warning unknown_key appLinks']],
    ['no links', { webcredentials: { apps: [APP] } }, ['warning opens_nothing']],
    [
      'a byte order mark',
      `\uFEFF${JSON.stringify(components({ '/': '*' }))}`,
      ['error byte_order_mark'],
    ],
    ['a trailing comma', '{"applinks": {},}', ['error not_json']],
    ['more than 128 kB', `{"a":"${'x'.repeat(128 * 1024)}"}`, ['error too_large']],
    ['a list of links', links([]), ['error applinks applinks']],
    ['no details', links({ apps: [] }), ['error details applinks.details']],
    ['details by app', links({ details: { [APP]: {} } }), ['error details applinks.details']],
    ['empty details', links({ details: [] }), ['warning empty applinks.details']],
    [
      'patterns of a clip',
      { ...components({ '/': '*' }), appclips: { apps: [APP], details: [] } },
      ['warning unknown_key appclips.details'],
    ],
    [
      'an exclusion beside the components',
      detail({ components: [{ '/': '*' }], exclude: ['/help/*'], _note: 'ours' }),
      [`warning unknown_key ${DETAIL}.exclude`],
    ],
    [
      'a pattern as default',
      detail({ components: [{ '/': '*' }], defaults: { caseSensitive: false, '/': '/buy/*' } }),
      [`warning unknown_key ${DETAIL}.defaults["/"]`],
    ],
    [
      'a list of defaults',
      detail({ components: [{}], defaults: [] }),
      [`error defaults ${DETAIL}.defaults`],
    ],
    [
      'an unknown default',
      detail({ components: [{}], defaults: { exact: true } }),
      [`warning unknown_key ${DETAIL}.defaults.exact`],
    ],
    [
      'a default in quotes',
      detail({ components: [{ '/': '*' }], defaults: { caseSensitive: 'false' } }),
      [`error not_boolean ${DETAIL}.defaults.caseSensitive`],
    ],
    ['a text as detail', links({ details: [APP] }), [`error detail ${DETAIL}`]],
    [
      'apps beside details',
      links({ apps: [APP], details: [{ appIDs: [APP], components: [{ '/': '*' }] }] }),
      ['error apps_not_empty applinks.apps'],
    ],
    [
      'paths without apps',
      links({ details: [{ appID: APP, paths: ['*'] }] }),
      ['warning apps_missing applinks'],
    ],
    [
      'a list of credentials',
      { ...components({ '/': '*' }), webcredentials: [APP] },
      ['error service webcredentials'],
    ],
    [
      'a clip alone',
      { ...components({ '/': '*' }), appclips: { apps: APP } },
      ['error app_ids appclips.apps'],
    ],
  ])('is checked for %s', (_name, value, problems) => {
    expect(problemsOf(value)).toEqual(problems)
  })
})

describe('an app id', () => {
  it.each([
    ['com.acme.shop', 'app_id_without_team'],
    ['9JA89QQLNQ', 'app_id_without_team'],
    ['9JA89QQLN.com.acme.shop', 'team_id'],
    ['9ja89qqlnq.com.acme.shop', 'team_id'],
    ['Acme Inc.com.acme.shop', 'team_id'],
    ['9JA89QQLNQ.com.acme.*', 'app_id_wildcard'],
    ['9JA89QQLNQ.*', 'app_id_wildcard'],
    ['9JA89QQLNQ.9JA89QQLNQ.com.acme', 'bundle_id_with_team'],
    ['9JA89QQLNQ.com.acme_shop', 'bundle_id'],
    ['9JA89QQLNQ.', 'bundle_id'],
    [7, 'app_id'],
  ])('is not %p: %s', (id, rule) => {
    const file = links({ details: [{ appIDs: [id], components: [{ '/': '*' }] }] })
    expect(problemsOf(file)).toEqual([`error ${rule} ${DETAIL}.appIDs[0]`])
  })

  it('is required', () => {
    const of = (parts: object) => links({ details: [{ components: [{ '/': '*' }], ...parts }] })
    expect(problemsOf(of({}))).toEqual([`error app_ids ${DETAIL}`])
    expect(problemsOf(of({ appIDs: [] }))).toEqual([`error app_ids ${DETAIL}.appIDs`])
    expect(problemsOf(of({ appIDs: APP }))).toEqual([`error app_ids ${DETAIL}.appIDs`])
    expect(problemsOf(of({ appID: [APP] }))).toEqual([`error app_id ${DETAIL}.appID`])
  })
})

describe('components', () => {
  const first = `${DETAIL}.components[0]`
  it.each([
    ['a text', '/buy/*', [`error component ${first}`]],
    ['a whole URL', { '/': 'https://acme.com/*' }, [`error path_is_url ${first}["/"]`]],
    ['no slash', { '/': 'buy/*' }, [`error path_start ${first}["/"]`]],
    ['NOT', { '/': 'NOT /buy/*' }, [`error not_in_component ${first}["/"]`]],
    ['a query in the path', { '/': '/buy?size=1' }, [`warning query_in_path ${first}["/"]`]],
    ['a fragment in the path', { '/': '/#/buy' }, [`warning query_in_path ${first}["/"]`]],
    ['true in quotes', { '/': '/a', exclude: 'true' }, [`error not_boolean ${first}.exclude`]],
    ['another key', { path: '/a', '/': '/a' }, [`warning unknown_key ${first}.path`]],
    ['a number', { '/': 7 }, [`error not_text ${first}["/"]`]],
    ['a list as query', { '?': ['a'] }, [`error not_text ${first}["?"]`]],
    ['a number in the query', { '?': { a: 1 } }, [`error not_text ${first}["?"].a`]],
    ['a comment that is none', { '/': '/a', comment: 1 }, [`error not_text ${first}.comment`]],
    ['an unknown variable', { '/': '/$(food)' }, [`warning unknown_variable ${first}["/"]`]],
    [
      'a variable that every object has',
      { '/': '/$(toString)' },
      [`warning unknown_variable ${first}["/"]`],
    ],
  ])('are checked for %s', (_name, component, problems) => {
    expect(problemsOf(components(component))).toEqual(problems)
  })

  it('are read in order: nothing after a match of everything is used', () => {
    expect(problemsOf(components({ '/': '*' }, { '/': '/help/*', exclude: true }))).toEqual([
      `warning unreachable ${DETAIL}.components[1]`,
    ])
    expect(problemsOf(components({ '/': '/*', '?': { a: '1' } }, { '/': '/a' }))).toEqual([])
  })

  it('match a short link, which has one slash', () => {
    const problem = `warning no_short_link ${DETAIL}.components`
    const help = { '/': '/help*', exclude: true }
    expect(problemsOf(components({ '/': '/buy/*' }, help, { '/': '/a/' }))).toEqual([problem])
    for (const open of [{ '/': '/buy*' }, { '/': '*/buy' }, { '?': { a: '1' } }])
      expect(problemsOf(components({ '/': '/buy/*' }, open))).toEqual([])
    expect(problemsOf(components(help))).toEqual([])
  })

  it('must not be empty', () => {
    expect(problemsOf(components())).toEqual([`warning matches_nothing ${DETAIL}.components`])
    expect(problemsOf(detail({}))).toEqual([`warning no_patterns ${DETAIL}`])
    expect(problemsOf(detail({ components: {} }))).toEqual([
      `error components ${DETAIL}.components`,
    ])
  })

  it('use variables with valid names and plain values', () => {
    const withVariables = (substitutionVariables: unknown) =>
      problemsOf(
        links({ details: [{ appIDs: [APP], components: [{ '/': '*' }] }], substitutionVariables }),
      )
    const place = 'applinks.substitutionVariables'
    expect(withVariables([])).toEqual([`error variables ${place}`])
    expect(withVariables({ a$: ['x'] })).toEqual([`error variable_name ${place}["a$"]`])
    expect(withVariables({ a: 'x' })).toEqual([`error variable_values ${place}.a`])
    expect(withVariables({ a: ['$(lang)'] })).toEqual([`error variable_nested ${place}.a`])
  })
})

describe('paths', () => {
  const first = `${DETAIL}.paths[0]`
  it.each([
    ['NOT/help/*', `error not_form ${first}`],
    ['not /help/*', `error not_form ${first}`],
    ['NOT  /help/*', `error not_form ${first}`],
    ['help/*', `error path_start ${first}`],
    ['https://acme.com/help', `error path_is_url ${first}`],
    ['NOT https://acme.com/help', `error not_form ${first}`],
    ['/help?a=1', `warning query_in_path ${first}`],
    [{ '/': '*' }, `error not_text ${first}`],
  ])('do not take %p', (path, problem) => {
    expect(problemsOf(paths(path))).toEqual([problem])
  })

  it('match a short link, which has one slash', () => {
    expect(problemsOf(paths('NOT /help*', '/buy/*'))).toEqual([
      `warning no_short_link ${DETAIL}.paths`,
    ])
    expect(problemsOf(paths('/buy/*', '/b?y'))).toEqual([])
  })

  it('must not start with an exclusion of everything', () => {
    expect(problemsOf(paths('*', 'NOT /help/*'))).toEqual([
      `warning unreachable ${DETAIL}.paths[1]`,
    ])
  })

  it('must not be an empty list', () => {
    expect(problemsOf(paths())).toEqual([`warning matches_nothing ${DETAIL}.paths`])
    expect(problemsOf(links({ apps: [], details: [{ appID: APP, paths: '*' }] }))).toEqual([
      `error paths ${DETAIL}.paths`,
    ])
  })
})
