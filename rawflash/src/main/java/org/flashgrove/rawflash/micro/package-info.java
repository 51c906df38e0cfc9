/**
 * MicroHash and MicroGF (Lin and others 2006) on raw flash: records in the order of time in a
 * circular file, with index pages between them.
 */
package org.flashgrove.rawflash.micro;
