/**
 * Commands that need no store. {@code generate} and {@code convert} write data files, and {@code
 * simulate} runs a trace of requests on a simulated device.
 */
package org.flashgrove.cli.data;
