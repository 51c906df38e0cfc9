/**
 * The experiments of Lee, Lee and Park, <em>Optimizing Index Scans on Flash Memory SSDs</em>
 * (SIGMOD Record 2011): access paths and sorts of many users over modelled devices in virtual time.
 *
 * <p>What is real and what is modelled: which pages an access path reads, in which order and how
 * many together, follows from where the records are; the sorts are those of {@code access.sort},
 * over records that are made as they are asked for, and what they write and read in temporary space
 * is taken down. Such a sequence of calls is then made by each user on copies of table, index and
 * temporary space, on devices that keep no content, side by side in virtual time. Computing takes
 * no time.
 */
package org.flashgrove.lab.experiment.scan;
