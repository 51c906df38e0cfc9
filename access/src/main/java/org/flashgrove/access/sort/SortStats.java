package org.flashgrove.access.sort;

/**
 * Cost of a sort up to a moment.
 *
 * @param records records taken from the input
 * @param bytes their bytes as they stand in memory and in temporary space, keys and RIDs included
 * @param runs sorted runs written by the first pass of an external sort
 * @param mergePasses passes over the records of an external sort that merge runs, the last one
 *     included; 0 if everything fits in memory
 * @param partitions partitions of a partitioned sort that the memory can hold each
 * @param partitionPasses passes that write the records to partitions: 1 if all output buffers fit,
 *     more where they do not, 0 if everything fits in memory
 * @param unitPages pages that were written and read together: those configured, or fewer if that
 *     spared a partitioned sort a pass
 * @param overfullPartitions partitions that were larger than the memory after all and were sorted
 *     by runs
 * @param pagesWritten pages written to temporary space
 * @param pagesRead pages read from it
 * @param peakBytes most memory used at a time
 */
public record SortStats(
    long records,
    long bytes,
    int runs,
    int mergePasses,
    int partitions,
    int partitionPasses,
    int unitPages,
    int overfullPartitions,
    long pagesWritten,
    long pagesRead,
    long peakBytes) {}
