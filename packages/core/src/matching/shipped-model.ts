import type { MatchModel, SignalRates } from './match-model.js'

const rates = (same: number, different: Record<string, number>): SignalRates => ({
  same,
  different,
})

/**
 * The model that every deployment starts with, fitted on seeds 1 to 5 of the synthetic corpus:
 * `npm run bench -- matching --part fit`.
 */
export const SHIPPED_MODEL: MatchModel = {
  version: '2026-11-22',
  signals: {
    ios: {
      model: rates(0.99, { other: 0.1 }),
      screen: rates(0.985, { other: 0.15, same_model: 0.99 }),
      os_version: rates(0.985, { other: 0.25, 'same_device:other': 0.4 }),
      time_zone: rates(0.995, { other: 0.96 }),
      language: rates(0.98, { other: 0.85 }),
      region: rates(0.99, { other: 0.95 }),
      address: rates(0.9, { whole: 0.01, other: 0.01 }),
      install_time: rates(0.99, { other: 0.9 }),
    },
    android: {
      model: rates(0.995, { other: 0.06 }),
      screen: rates(0.97, { other: 0.15, same_model: 0.97 }),
      os_version: rates(0.99, { other: 0.25, 'same_device:other': 0.5 }),
      time_zone: rates(0.995, { other: 0.96 }),
      language: rates(0.98, { other: 0.85 }),
      region: rates(0.99, { other: 0.95 }),
      address: rates(0.9, { whole: 0.01, other: 0.01 }),
      install_time: rates(0.99, { other: 0.9 }),
    },
  },
  ageMinutes: [1, 2, 3, 5, 8, 12, 20, 30, 45, 60, 90, 120, 240, 480, 720, 1_440],
  timeToInstall: [
    0.08, 0.12, 0.1, 0.14, 0.1, 0.08, 0.06, 0.03, 0.03, 0.02, 0.04, 0.03, 0.05, 0.04, 0.03, 0.05,
  ],
  withoutClick: [
    0.02, 0.03, 0.03, 0.04, 0.03, 0.03, 0.03, 0.03, 0.05, 0.05, 0.06, 0.06, 0.1, 0.1, 0.1, 0.2,
  ],
  sharedRangeFactor: 10,
  calibration: [
    {
      untilMinutes: 1_440,
      points: [
        [0, 0],
        [1, 1],
      ],
    },
  ],
  codeConfidence: 0.9,
}
