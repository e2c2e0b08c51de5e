import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startCli, type TestCli } from './cli.js'

let cli: TestCli
beforeAll(async () => {
  cli = await startCli()
  await cli.query(`INSERT INTO projects (name, prefix) VALUES ('Acme', 'acme'), ('Beta', 'beta')`)
  await cli.query(`
    INSERT INTO links (project_id, code, actual_url)
    SELECT id, 'SPRING7', 'https://example.com/' FROM projects WHERE prefix = 'acme'`)
  await cli.query(`
    INSERT INTO campaigns (project_id, name) SELECT id, 'Spring' FROM projects WHERE prefix = 'acme'`)
})
afterAll(() => cli.close())

const CLICK = '0190a0a0-0000-7000-8000-000000000001'
const DECIDED = '2026-03-01T09:30:00.000Z'

interface Stored {
  prefix?: string
  installId?: string
  matched?: boolean
  reason?: string | null
  trace?: Record<string, unknown>
}

/** Writes a decision as the API does. */
async function store(given: Stored = {}): Promise<string> {
  const { prefix = 'acme', installId = randomUUID(), matched = false, trace = {} } = given
  const { reason = matched ? null : 'no_candidate' } = given
  await cli.query(
    `INSERT INTO installs (project_id, install_id, platform, is_matched, match_type, confidence, reason, link_id, trace, decided_at)
     SELECT p.id, $2, 'ios', $3, $4, $5, $6, (SELECT id FROM links WHERE project_id = p.id), $7, $8
       FROM projects p WHERE p.prefix = $1`,
    [
      prefix,
      installId,
      matched,
      matched ? 'fingerprint' : null,
      matched ? 0.85 : 0,
      reason,
      JSON.stringify({ link: null, installed_at: null, ...trace }),
      DECIDED,
    ],
  )
  return installId
}

async function explanation() {
  const [link] = (await cli.query('SELECT id FROM links')) as [{ id: number }]
  const [campaign] = (await cli.query('SELECT id FROM campaigns')) as [{ id: number }]
  return {
    match: {
      step: 'signals',
      windowMinutes: 120,
      minConfidence: 0.95,
      modelVersion: '2026-11-22',
      maxVisitorsPerIp: 8,
      isAddressShared: false,
      noneScore: 0.41,
      notes: ['visitors: 2'],
      candidates: [
        {
          clickId: CLICK,
          linkId: link.id,
          campaignId: campaign.id,
          visitorId: null,
          createdAt: '2026-03-01T09:18:00.000Z',
          verdict: 'not_chosen',
          score: 0.58,
          signals: [
            { signal: 'screen', outcome: 'agrees', weight: 2.4, maxWeight: 2.4 },
            { signal: 'os_version', outcome: 'not_comparable', weight: 0, maxWeight: 0 },
          ],
          weight: 2.4,
          flags: ['install_began_within_2s'],
        },
      ],
    },
  }
}

describe('explain', () => {
  it('prints the decision in a sentence, then each click with its signals', async () => {
    const installId = await store({ reason: 'below_threshold', trace: await explanation() })
    await cli.query(`UPDATE installs SET referrer = '{"gclid": "G1"}' WHERE install_id = $1`, [
      installId,
    ])
    expect(await cli.run(['explain', installId])).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'Not matched: the most likely click belongs to the install with a probability of 58 %, and the project requires 95 %.',
        '',
        `install    ${installId} (ios), project acme`,
        'decided    2026-03-01T09:30:00.000000Z by signals',
        'reason     below_threshold',
        'link       SPRING7',
        'referrer   gclid=G1',
        'rules      window 120 min, confidence from 0.95, model 2026-11-22',
        'none       41 % that it belongs to no click',
        '',
        'CLICK                                 AGE     LINK     CAMPAIGN  VERDICT     SCORE',
        `${CLICK}  12 min  SPRING7  Spring    not_chosen  0.58`,
        '    screen      agrees, +2.4 bits',
        '    os_version  not comparable',
        '    total +2.4 bits',
        '    flags: install_began_within_2s',
        'note: visitors: 2',
        '',
      ].join('\n'),
    })
  })

  it("prints the API's answer with --json, and the project of the install", async () => {
    const installId = await store({ matched: true, trace: await explanation() })
    const [project] = (await cli.query("SELECT id FROM projects WHERE prefix = 'acme'")) as [
      { id: string },
    ]
    const { code, printed } = await cli.json(['explain', installId.toUpperCase()])
    expect(code).toBe(0)
    expect(printed).toMatchObject({
      project: { id: project.id, prefix: 'acme' },
      install_id: installId,
      matched: true,
      confidence: 0.85,
      code: 'SPRING7',
      candidates: [{ click_id: CLICK, campaign_name: 'Spring', age_seconds: 720 }],
    })
  })

  it('prints only the decision once the explanation is deleted', async () => {
    const { stdout } = await cli.run(['explain', await store({ matched: true })])
    expect(stdout).toMatch(
      /^Matched: the phone that installed looks like the one that clicked from the same network/,
    )
    expect(stdout).toContain('are kept for 7 days after the decision.')
    expect(stdout).not.toContain('VERDICT')
  })

  it('asks for the project if several have an install with that id', async () => {
    const installId = await store()
    await store({ installId, prefix: 'beta', matched: true })
    await cli.expectFailure(
      ['explain', installId],
      `Several projects have an install ${installId}: acme, beta. Name one with --project.`,
    )
    const [acme] = (await cli.query("SELECT id FROM projects WHERE prefix = 'acme'")) as [
      { id: string },
    ]
    const of = async (project: string) =>
      (await cli.json(['explain', installId, '--project', project])).printed['matched']
    expect([await of('beta'), await of(acme.id)]).toEqual([true, false])
  })

  it('rejects text that is not an install id, an unknown id, and an id of another project', async () => {
    const [unknown, installId] = [randomUUID(), await store()]
    await Promise.all([
      cli.expectFailure(
        ['explain', 'x'],
        'x is not an install id: use the UUID that the app sent.',
      ),
      cli.expectFailure(['explain', unknown], `No project has an install ${unknown}.`),
      cli.expectFailure(
        ['explain', installId, '--project', 'beta'],
        `The project beta has no install ${installId}.`,
      ),
      cli.expectFailure(
        ['explain', installId, '--project', 'nobody'],
        'No project nobody exists. Use the id or prefix of a project.',
      ),
    ])
  })
})
