/**
 * Component blocks of packed pages: builds blocks from entries, writes and reads their footers, and
 * checks their structure.
 */
package org.flashgrove.grove.block;
