package org.flashgrove.storage.log;

/**
 * Result of the recovery when a store is opened.
 *
 * @param frames number of frames read
 * @param operations number of committed operations among the frames
 * @param changesApplied number of changes that replay applied, because they were not on the device
 * @param changesOnDevice number of changes that were already on the device
 * @param tornBytes length in bytes of an incomplete frame that was cut off the end of the log
 * @param movesLost number of moves of pages to new slots whose images a crash lost; the changes in
 *     these images came from the log
 */
public record Recovery(
    long frames,
    long operations,
    long changesApplied,
    long changesOnDevice,
    long tornBytes,
    long movesLost) {}
