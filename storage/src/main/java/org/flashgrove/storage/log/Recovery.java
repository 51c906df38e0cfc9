package org.flashgrove.storage.log;

/**
 * Result of the recovery when a store is opened.
 *
 * @param frames frames read
 * @param operations committed operations among them
 * @param changesApplied changes put back into the buffer
 * @param changesOnDevice changes that were on the device already
 * @param tornBytes bytes of a torn tail that were cut off
 * @param movesLost pages whose new images a crash lost; their changes came from the log
 */
public record Recovery(
    long frames,
    long operations,
    long changesApplied,
    long changesOnDevice,
    long tornBytes,
    long movesLost) {}
