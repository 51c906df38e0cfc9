package org.flashgrove.storage.framelog;

/** Form in which a log stores frames that are written together. */
enum FramePacking {
  /** Each frame is stored separately. */
  NONE,

  /**
   * The frames are compressed into one packed frame, which contains the type, length and codes of
   * each ({@link WordPacking}).
   */
  FRAMES,

  /**
   * The frames are compressed into one packed frame. Successive frames of the same type and length
   * form a {@link FrameRun}, which stores their type, length and codes only once.
   */
  RUNS
}
