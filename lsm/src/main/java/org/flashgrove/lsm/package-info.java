/**
 * LSM R-trees: immutable components of packed pages in the order of a comparator, a memory
 * component, and merges that a policy plans.
 */
package org.flashgrove.lsm;
