package org.flashgrove.access.sort;

/**
 * Cost of a sort so far.
 *
 * @param records number of records read from the input
 * @param bytes size of these records in temporary space, including keys and RIDs
 * @param runs number of sorted runs that the first pass of an external sort wrote
 * @param mergePasses number of merge passes of an external sort, including the last one; 0 if
 *     everything fits in memory
 * @param partitions number of partitions of a partitioned sort
 * @param partitionPasses number of passes that write records to partitions: 1 if all output buffers
 *     fit in memory, more if they do not, 0 if everything fits in memory
 * @param unitPages number of pages that were written and read together. It may be less than
 *     configured if that saved a partitioned sort a pass.
 * @param overfullPartitions number of partitions that were larger than the memory and were sorted
 *     by runs
 * @param pagesWritten number of pages written to temporary space
 * @param pagesRead number of pages read from temporary space
 * @param peakBytes maximum memory in use, in bytes
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
