/// Link handling, install attribution, short links and campaigns.
library;

export 'src/core/errors.dart' show ThroughlineErrorCode, ThroughlineException;
export 'src/core/link_event.dart';
export 'src/core/records.dart';
export 'src/throughline.dart';
